"""The build setting for options of csieve."""

CsieveOptionsInfo = provider(
    doc = "Options of csieve that the user set.",
    fields = {"options": "a list of strings"},
)

def _options_impl(ctx):
    return [CsieveOptionsInfo(options = ctx.build_setting_value)]

csieve_options = rule(
    doc = "A list of options of csieve, which can be set on the command line of Bazel.",
    implementation = _options_impl,
    build_setting = config.string_list(flag = True),
)
