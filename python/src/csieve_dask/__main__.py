"""`python -m csieve_dask`."""

import sys

from csieve_dask.cli import main

sys.exit(main())
