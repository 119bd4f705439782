"""Runs csieve on C targets: an aspect for summaries and findings, a rule that collects the findings, and a test."""

load(":cc.bzl", "CompilationInfo", "ToolchainInfo")
load(":flags.bzl", "words")
load(":program.bzl", _csieve_program = "csieve_program")
load(":settings.bzl", "CsieveOptionsInfo")

csieve_program = _csieve_program

CsieveInfo = provider(
    doc = "What csieve knows of a target and of everything below it.",
    fields = {
        "summaries": "depset of .csum files: units and the summaries of their functions",
        "reports": "depset of SARIF logs: findings",
    },
)

# Runs a step; findings (1) and an incomplete analysis (3) are results, which stand in the SARIF log, and no failure of the
# build. What the step says is shown only if it fails.
_STEP = """
said=$("$@" 2>&1)
code=$?
case $code in 0 | 1 | 3) exit 0 ;; esac
printf '%s\\n' "$said" >&2
exit $code
"""

# Files of `srcs` that are neither units nor read by units.
_OTHER = ["a", "o", "so", "lo", "lib", "dll", "dylib", "cc", "cpp", "cxx", "c++", "C", "S", "s", "asm", "m", "mm"]

def _files(ctx):
    """Returns arguments that go into a file if they are too long for a command line."""
    args = ctx.actions.args()
    args.use_param_file("@%s")
    args.set_param_file_format("multiline")
    return args

def _step(ctx, tools, command, arguments, inputs, output, mnemonic, message):
    """Declares the action of one step of csieve."""
    args = ctx.actions.args()
    args.add(tools.program)
    args.add(command)
    args.add_all(tools.options)
    args.add_all(tools.libraries, before_each = "--library")
    ctx.actions.run_shell(
        outputs = [output],
        inputs = depset(tools.libraries, transitive = inputs),
        tools = [tools.program],
        command = _STEP,
        arguments = [args] + arguments,
        mnemonic = mnemonic,
        progress_message = message,
    )

def _tools(ctx):
    """Returns the program, the options and the tables that the user chose."""
    return struct(
        program = ctx.executable._csieve,
        options = ctx.attr._options[CsieveOptionsInfo].options,
        libraries = ctx.files._libraries,
    )

def _expanded(ctx, name, texts):
    """Returns the words of an attribute, with make variables and labels replaced."""
    found = []
    labels = getattr(ctx.rule.attr, "srcs", []) + getattr(ctx.rule.attr, "data", [])
    for text in texts:
        if "$(location" in text or "$(execpath" in text:
            text = ctx.expand_location(text, [label for label in labels if type(label) == "Target"])
        found.extend(words(ctx.expand_make_variables(name, text, {})))
    return found

def _flags(ctx, target, contexts):
    """Returns the arguments that say how the units of a target are compiled."""
    attributes = ctx.rule.attr
    args = ctx.actions.args()

    # No `compile_commands.json`, `.clangd` or `csieve.toml` that lies around: they are no inputs.
    args.add_all(["--only-flags", "--no-config"])
    quote = depset(transitive = [context.quote_includes for context in contexts])
    args.add_all(quote, before_each = "-iquote")
    args.add_all(depset(transitive = [context.includes for context in contexts]), before_each = "-I")
    args.add_all(depset(transitive = [context.system_includes for context in contexts]), before_each = "-isystem")
    args.add_all(depset(transitive = [context.defines for context in contexts]), before_each = "-D")
    if CompilationInfo not in target:
        args.add_all(_expanded(ctx, "defines", getattr(attributes, "defines", [])), before_each = "-D")
    args.add_all(_expanded(ctx, "local_defines", getattr(attributes, "local_defines", [])), before_each = "-D")

    # csieve leaves out flags that have no meaning for it.
    fragment = ctx.fragments.cpp
    flags = fragment.copts + getattr(fragment, "conlyopts", [])
    for name in ["copts", "conlyopts"]:
        flags = flags + _expanded(ctx, name, getattr(attributes, name, []))
    args.add_all(flags, format_each = "--flag=%s")

    # Headers of a toolchain that is a part of the workspace. Those of the machine are found by csieve.
    folders = [str(folder) for folder in ctx.attr._toolchain[ToolchainInfo].built_in_include_directories]
    folders = [folder for folder in folders if not folder.startswith("/") and not folder.startswith("%")]
    args.add_all(folders, before_each = "-isystem")
    headers = [ctx.attr._toolchain[ToolchainInfo].all_files] if folders else []
    return args, headers

def _sources(ctx):
    """Returns the units of a target, and what else they may include."""
    units = []
    others = []
    for label in getattr(ctx.rule.attr, "srcs", []):
        if type(label) != "Target":
            continue
        for file in label.files.to_list():
            if file.extension == "c":
                units.append(file)
            elif file.extension not in _OTHER:
                others.append(file)
    return units, others

def _below(ctx):
    """Returns the targets that a target calls."""
    labels = []
    for name in ["deps", "implementation_deps"]:
        labels += getattr(ctx.rule.attr, name, None) or []
    return [label for label in labels if type(label) == "Target"]

def _aspect_impl(target, ctx):
    below = _below(ctx)
    summaries = [label[CsieveInfo].summaries for label in below if CsieveInfo in label]
    reports = [label[CsieveInfo].reports for label in below if CsieveInfo in label]
    units, others = _sources(ctx)
    direct = []
    found = []
    if units:
        tools = _tools(ctx)
        known = depset(transitive = summaries)
        own = ctx.actions.declare_file(ctx.label.name + ".csum")
        _summarise(ctx, target, tools, below, units, others, known, own)
        direct.append(own)

        # Other people's code is summarised, for the sake of its callers, but they do not want its findings.
        if not ctx.label.workspace_name and "no-csieve" not in ctx.rule.attr.tags:
            report = ctx.actions.declare_file(ctx.label.name + ".sarif")
            _check(ctx, tools, known, own, report)
            found.append(report)
    info = CsieveInfo(
        summaries = depset(direct, transitive = summaries, order = "postorder"),
        reports = depset(found, transitive = reports, order = "postorder"),
    )
    return [info, OutputGroupInfo(csieve = info.reports, csieve_summaries = info.summaries)]

def _summarise(ctx, target, tools, below, units, others, known, output):
    infos = [label[CompilationInfo] for label in [target] + below if CompilationInfo in label]
    contexts = [info.compilation_context for info in infos]
    flags, toolchain = _flags(ctx, target, contexts)
    files = _files(ctx)
    files.add_all(units)
    files.add_all(known, before_each = "--with")
    files.add("-o", output)
    headers = [context.headers for context in contexts]
    inputs = [depset(units + others), known] + headers + toolchain
    message = "Summarising %s for csieve" % ctx.label
    _step(ctx, tools, "summarise", [flags, files], inputs, output, "CsieveSummarise", message)

def _check(ctx, tools, known, own, report):
    files = _files(ctx)
    files.add(own)
    files.add_all(known, before_each = "--with")
    files.add("--no-config")
    files.add("--format", "sarif")
    files.add("-o", report)
    message = "Checking %s with csieve" % ctx.label
    _step(ctx, tools, "check", [files], [depset([own]), known], report, "CsieveCheck", message)

_TOOLS = {
    "_csieve": attr.label(
        default = Label("//:csieve"),
        executable = True,
        allow_files = True,
        cfg = "exec",
    ),
    "_options": attr.label(default = Label("//:options")),
    "_libraries": attr.label(default = Label("//:libraries"), allow_files = True),
}

csieve_aspect = aspect(
    doc = """Summarises and checks the C units of a target and of all targets below it.

The output group `csieve` has the SARIF logs, `csieve_summaries` the summaries.""",
    implementation = _aspect_impl,
    attr_aspects = ["deps", "implementation_deps"],
    attrs = dict(
        _TOOLS,
        _toolchain = attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
    ),
    fragments = ["cpp"],
)

# Merges logs and keeps the exit code, which says whether there is anything in them.
_MERGE = """
status=$1
shift
said=$("$@" 2>&1)
code=$?
case $code in 0 | 1 | 3) echo $code >"$status" && exit 0 ;; esac
printf '%s\\n' "$said" >&2
exit $code
"""

def _merge(ctx):
    """Declares the action that makes one log of all logs below `deps`; returns the log and the file of its exit code."""
    program = ctx.executable._csieve
    reports = depset(transitive = [label[CsieveInfo].reports for label in ctx.attr.deps if CsieveInfo in label])
    log = ctx.actions.declare_file(ctx.label.name + ".sarif")
    status = ctx.actions.declare_file(ctx.label.name + ".status")
    args = ctx.actions.args()
    args.add_all([status, program])
    args.add("merge")
    files = _files(ctx)
    files.add_all(reports)
    files.add("-o", log)
    ctx.actions.run_shell(
        outputs = [log, status],
        inputs = reports,
        tools = [program],
        command = _MERGE,
        arguments = [args, files],
        mnemonic = "CsieveMerge",
        progress_message = "Merging the findings of %s" % ctx.label,
    )
    return log, status

def _report_impl(ctx):
    log, status = _merge(ctx)
    return [DefaultInfo(files = depset([log])), OutputGroupInfo(csieve_status = depset([status]))]

_DEPS = attr.label_list(
    doc = "The C targets; they are checked with everything below them.",
    aspects = [csieve_aspect],
    mandatory = True,
)

csieve_report = rule(
    doc = "One SARIF log of the findings in C targets and in all targets below them.",
    implementation = _report_impl,
    attrs = dict(_TOOLS, deps = _DEPS),
)

# Prints the findings, and fails for those that the test is to fail for.
_TEST = """#!/bin/sh
log={log}
code=$(cat {status})
findings=$(awk -f {awk} "$log") || exit 2
[ -z "$findings" ] || printf '%s\\n' "$findings"
failed=0
for kind in {kinds}; do
    case $kind in
    findings) [ -z "$findings" ] || failed=1 ;;
    confirmed) ! printf '%s\\n' "$findings" | grep -q ', confirmed]$' || failed=1 ;;
    incomplete) [ "$code" != 3 ] || {{ echo "the analysis is incomplete; the log says why" && failed=1; }} ;;
    esac
done
[ $failed = 0 ] || echo "All steps of each finding are in $log"
exit $failed
"""

def _test_impl(ctx):
    log, status = _merge(ctx)
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    text = _TEST.format(
        log = log.short_path,
        status = status.short_path,
        awk = ctx.file._awk.short_path,
        kinds = " ".join(ctx.attr.fail_on),
    )
    ctx.actions.write(script, text, is_executable = True)
    return [DefaultInfo(
        files = depset([log]),
        executable = script,
        runfiles = ctx.runfiles([log, status, ctx.file._awk]),
    )]

def _fail_on(kinds):
    """Checks the attribute `fail_on` of a test."""
    for kind in kinds:
        if kind not in ["findings", "confirmed", "incomplete"]:
            fail("fail_on: `%s` is none of findings, confirmed, incomplete" % kind)

_csieve_test = rule(
    implementation = _test_impl,
    attrs = dict(
        _TOOLS,
        deps = _DEPS,
        fail_on = attr.string_list(),
        _awk = attr.label(default = Label("//:findings.awk"), allow_single_file = True),
    ),
    test = True,
)

def csieve_test(name, deps, fail_on = ["findings", "incomplete"], **arguments):
    """A test that fails if csieve finds something in C targets or in the targets below them.

    Args:
      name: the name of the test.
      deps: the C targets.
      fail_on: what makes it fail, of `findings` (any that is shown), `confirmed` (those that a run shows) and `incomplete`
        (units that could not be analysed). An empty list only prints the findings.
      **arguments: what all tests have, such as `tags` and `size`.
    """
    _fail_on(fail_on)
    _csieve_test(name = name, deps = deps, fail_on = fail_on, **arguments)
