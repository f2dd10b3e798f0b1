-- expect: same-output
-- why: keys come in an order that hangs on a hash seed, and must not cost less where that is theirs
local tables = {}
for i = 1, 40 do
  tables[i] = { ["k" .. i] = 1, ["l" .. i * 7] = 2, [i % 2 == 0 and 1 or "m"] = 3 }
end
local rounds = 0
while true do
  for i = 1, #tables do for _ in pairs(tables[i]) do end end
  rounds = rounds + 1
  print(rounds)
end
