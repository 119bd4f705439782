"""The names of Bazel's C rules that csieve.bzl uses.

From Bazel 9 on they are no longer built in. There, replace the assignments by
`load("@rules_cc//cc/common:cc_info.bzl", _CcInfo = "CcInfo")` and
`load("@rules_cc//cc/common:cc_common.bzl", _cc_common = "cc_common")`.
"""

CompilationInfo = CcInfo
ToolchainInfo = cc_common.CcToolchainInfo
