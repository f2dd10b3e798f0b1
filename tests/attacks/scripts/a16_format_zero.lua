-- expect: ok
-- why: C stops at a zero byte and Lua does not: %s behind one must not show an address
for _, value in ipairs({ {}, print, strata.it, strata }) do
  assert(not string.format("\0%s", value):find("0x"), "ESCAPED: an address behind a zero byte")
  assert(not string.format("%5s\0\0%%%-9s", "a", value):find("0x"), "ESCAPED: behind two of them")
end
assert(not pcall(string.format, "\0%p", print), "ESCAPED: %p behind a zero byte")
assert(string.format("\0%s\0", 1) == "\0" .. "1\0")
