-- expect: error 'instruction budget'
-- why: an unknown name is compared with all symbols
local kinds = { "set" }
for i = 1, 3000 do
  kinds[i + 1] = "symbol_number_" .. i
end
local rules = strata.rules({ layers = { "only" }, attributes = { kinds = kinds, power = "int" } })
local card = rules:world():spawn()
while true do
  pcall(card.has, card, "symbol_nomber_xyzzyq")
end
