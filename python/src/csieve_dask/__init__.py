"""Runs the analysis of a C project by csieve on the machines of a Dask cluster."""

from csieve_dask.project import Failure, Outcome, Project, analyse

__all__ = ["Failure", "Outcome", "Project", "analyse"]
