--- Humility and Glorious Anthem: the layer decides, not who came first (613.4b, 613.4c).
local strata = require("strata")
local add, each, set = strata.add, strata.each, strata.set

-- Numbers that one can remember: layer 7b sets power and toughness, 7c modifies.
local SET <const>, MODIFY <const> = 72, 73

local RULES <const> = strata.rules({
  layers = "numbers",
  attributes = {
    name = "text",
    types = { "set", "creature", "enchantment" },
    power = "int",
    toughness = "int",
  },
})

local function humility(world)
  world:effect({
    name = "Humility",
    on = each.creature,
    layer = SET,
    power = set(1),
    toughness = set(1),
  })
end

local function glorious_anthem(world)
  world:effect({
    name = "Glorious Anthem",
    on = each.creature,
    layer = MODIFY,
    power = add(1),
    toughness = add(1),
  })
end

local function play(title, first, second)
  local world = RULES:world()
  local function creature(name, power, toughness)
    return world:spawn({
      name = name,
      types = { "creature" },
      power = power,
      toughness = toughness,
    })
  end
  local bear, giant = creature("Grizzly Bears", 2, 2), creature("Hill Giant", 3, 3)
  first(world)
  second(world)
  print(("--- %s ---"):format(title))
  for _, one in ipairs({ bear, giant }) do
    print(("%s: %d/%d"):format(one.name, one.power, one.toughness))
  end
  return giant
end

play("Humility, then Glorious Anthem", humility, glorious_anthem)
local giant = play("Glorious Anthem, then Humility", glorious_anthem, humility)

print("Why?")
print(giant:why("power"))
