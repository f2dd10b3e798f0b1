-- expect: error 'instruction budget'
-- why: an unknown name is compared with all attributes
local attributes = {}
for i = 1, 700 do
  attributes["attribute_name_" .. i] = "int"
end
local rules = strata.rules({ layers = { "only" }, attributes = attributes })
local card = rules:world():spawn()
while true do
  pcall(function()
    return card.attribute_nome_xyzzyq
  end)
end
