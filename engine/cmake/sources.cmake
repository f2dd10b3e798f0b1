# sources.cmake - write a header that says which sources this build is of: a hash
# of all files below ROOT, the same wherever they lie.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.c ${ROOT}/*.h)
list(SORT files)
set(all "")
foreach(path IN LISTS files)
  file(SHA256 ${ROOT}/${path} hash)
  string(APPEND all "${path} ${hash}\n")
endforeach()
string(SHA256 whole "${all}")
string(SUBSTRING ${whole} 0 16 short)
file(WRITE ${OUT} "/* Made by engine/cmake/sources.cmake. */
#define ST_SOURCES UINT64_C(0x${short})
")
