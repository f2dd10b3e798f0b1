-- expect: same-output | ok
-- why: #t of a table with holes depends on when its hash part was rebuilt, so on the hash seed, which Lua takes from time and addresses. The same where Lua was built with a seed of its own (STRATA_LUA_PREFIX); else a known limit of the distribution's: lists of the API never have holes
local r = 0
for trial = 1, 400 do
  local t = {}
  for i = 1, 7 do t["k" .. i .. trial] = i end
  for i = 1, 7, 2 do t["k" .. i .. trial] = nil end
  for i = 1, trial % 5 + 1 do t["n" .. i .. trial] = i end
  for _, i in ipairs{1, 2, 4, 8, 9, 16, 3} do t[i + trial % 3] = i end
  for i = 1, 4 do t["m" .. i .. trial] = i end
  t[2] = nil t[5] = 5 t[6] = 6 t[7] = 7
  r = (r * 31 + #t) % 1000000007
end
print(r)
