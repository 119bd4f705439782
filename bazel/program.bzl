"""A repository with the csieve of this machine."""

_MISSING = """
genrule(
    name = "csieve",
    outs = ["missing"],
    cmd = "echo 'csieve is not installed: put it on the PATH, set CSIEVE, or give --@csieve//:csieve=LABEL' >&2; exit 1",
    executable = True,
    visibility = ["//visibility:public"],
)
"""

def _program_impl(ctx):
    path = ctx.attr.path or ctx.os.environ.get("CSIEVE") or ctx.which("csieve")
    if not path:
        ctx.file("BUILD", _MISSING)
        return
    ctx.symlink(path, "csieve")
    ctx.file("BUILD", "exports_files([\"csieve\"])\n")

csieve_program = repository_rule(
    doc = """Makes the csieve of this machine known as `@NAME//:csieve`.

It is the file `path`, or else the one that the variable CSIEVE names, or else the one on the PATH. Results do not depend on
where it is, only on what it is. Without any, only builds that ask for csieve fail.""",
    implementation = _program_impl,
    attrs = {"path": attr.string(doc = "the path of csieve; absolute")},
    environ = ["CSIEVE", "PATH"],
    local = True,
)
