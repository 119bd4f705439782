# Targets that check the project with csieve: include csieve.mk
#
#   make csieve            checks, and fails on findings
#   make csieve-baseline   writes what is known to csieve.baseline (name it in csieve.toml)
#   make csieve.html       writes a page with all that was found and refuted
CSIEVE ?= csieve
CSIEVE_PATHS ?= .
CSIEVE_OPTIONS ?=

.PHONY: csieve csieve-baseline csieve.html
csieve:
	$(CSIEVE) check $(CSIEVE_OPTIONS) $(CSIEVE_PATHS)
csieve-baseline:
	$(CSIEVE) check $(CSIEVE_OPTIONS) --write-baseline csieve.baseline $(CSIEVE_PATHS)
csieve.html:
	$(CSIEVE) check $(CSIEVE_OPTIONS) --show-refuted --format html -o $@ --exit-zero $(CSIEVE_PATHS)
