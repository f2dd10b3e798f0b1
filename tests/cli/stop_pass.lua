--- A script that looks once at what takes minutes to compute, for stop_pass.steps.
local rules = strata.rules({ layers = { "only" }, attributes = { power = "int", level = "int" } })
local world = rules:world()
local card
for i = 1, 700 do
  card = world:spawn({ power = i })
end
for i = 1, 400 do
  world:effect({
    on = "level >= count(it.power > outer.power + " .. i .. ")",
    power = strata.add(strata.count("level > " .. i)),
    level = strata.add(1),
  })
end
print("begins")
print(pcall(function()
  return card.power
end))
