-- expect: ok
-- why: names end up in what is printed and drawn: what a terminal or another program would obey is escaped
local rules = strata.rules({ layers = { "only" }, attributes = { name = "text", power = "int" } })
local world = rules:world()
local evil = '<script>alert(1)</script>&"\27[2J\7\r'
local card = world:spawn({ name = evil, power = 1 })
local other = world:spawn({ name = evil, power = 2 })
world:effect({ name = evil, on = card, source = card, power = strata.set(strata.the(other).power) })
world:effect({ name = evil, on = other, source = other, power = strata.set(strata.the(card).power) })
print(card, card.name)
print(card:why("power"))
local graph = world:graph("only")
print(graph.dot)
assert(graph.dot:find("alert", 1, true))
assert(not graph.dot:find("[\27\7\r]"), "a control character in a graph")
for line in graph.dot:gmatch("[^\n]+") do
  local bare = line:gsub("\\\\", ""):gsub('\\"', "")
  assert(select(2, bare:gsub('"', "")) % 2 == 0, "a name ends its quotes: " .. line)
end
