"""The module extension that finds csieve on this machine (for MODULE.bazel)."""

load(":program.bzl", "csieve_program")

def _program_impl(_ctx):
    csieve_program(name = "csieve_program")

program = module_extension(implementation = _program_impl)
