# A target that checks the project with csieve:
#
#   include(csieve.cmake)
#   csieve_check()                                    # the target `csieve`: cmake --build build --target csieve
#   csieve_check(NAME gate TEST PATHS src OPTIONS --fail-on confirmed)
#
#   NAME     the name of the target, and of the test
#   TEST     also a test of CTest
#   PATHS    files and folders to check; the folder of the project if there are none
#   OPTIONS  options of `csieve check`
#
# csieve knows the flags of each file from compile_commands.json, which the generators for Make and Ninja write.
include_guard(GLOBAL)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(csieve_check)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "TEST" "NAME" "PATHS;OPTIONS")
  if(NOT ARG_NAME)
    set(ARG_NAME csieve)
  endif()
  if(NOT ARG_PATHS)
    set(ARG_PATHS .)
  endif()
  find_program(CSIEVE csieve REQUIRED)
  set(command "${CSIEVE}" check -p "${CMAKE_BINARY_DIR}" ${ARG_OPTIONS} ${ARG_PATHS})
  add_custom_target(${ARG_NAME} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" USES_TERMINAL VERBATIM)
  if(ARG_TEST)
    add_test(NAME ${ARG_NAME} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  endif()
endfunction()
