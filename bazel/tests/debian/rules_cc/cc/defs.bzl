"""Forwards to Bazel's own C rules: Bazel 4.2.3 asks for rules_cc, and Debian's rules_cc is for later versions."""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library

def cc_flags_supplier(**arguments):
    """Takes the place of a rule that Bazel's own tools define but no test needs."""
    native.genrule(name = arguments["name"], outs = [arguments["name"] + ".txt"], cmd = "touch $@")

compiler_flag = cc_flags_supplier
