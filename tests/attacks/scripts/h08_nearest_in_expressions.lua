-- expect: error 'instruction budget'
-- why: a text that names nothing is compared with all names
local attributes = {}
for i = 1, 700 do
  attributes["attribute_name_" .. i] = "int"
end
local rules = strata.rules({ layers = { "only" }, attributes = attributes })
local world = rules:world()
while true do
  pcall(world.count, world, "attribute_nome_xyzzyq > 1")
end
