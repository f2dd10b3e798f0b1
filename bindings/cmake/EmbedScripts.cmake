# cmake -DOUT=FILE.c -DROOT=FOLDER -P EmbedScripts.cmake -- NAME...
#
# Writes a C file with the text of ROOT/NAME.lua for each name, so that the
# library needs no file of its own when it runs. In the order of the names,
# which is that of stl_library_texts. "packs/semver" is the module
# strata.packs.semver.
set(names)
set(is_name FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(is_name)
    list(APPEND names "${CMAKE_ARGV${i}}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(is_name TRUE)
  endif()
endforeach()

set(arrays "")
set(rows "")
foreach(name IN LISTS names)
  file(READ "${ROOT}/${name}.lua" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(REPLACE "/" "." module "strata.${name}")
  string(REPLACE "/" "_" text "text_${name}")
  string(APPEND arrays "static const char ${text}[] = {\n${hex}0};\n")
  string(APPEND rows "    {\"${module}\", ${text}, sizeof ${text} - 1},\n")
endforeach()

file(WRITE "${OUT}.new"
"/* Made by EmbedScripts.cmake of the files in scripts/strata. */
#include \"lua/sandbox/library_modules.h\"

${arrays}
const stl_library_text stl_library_texts[] = {
${rows}    {NULL, NULL, 0}};
")
file(COPY_FILE "${OUT}.new" "${OUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUT}.new")
