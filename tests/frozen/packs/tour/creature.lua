--- The creature of the first two plays, and the three effects that come to it.
local strata = require("strata")
local add, mul = strata.add, strata.mul

-- Any number is a layer here; small numbers come first.
local RULES <const> = strata.rules({
  layers = "numbers",
  attributes = { name = "text", power = "int", toughness = "int" },
})

local M = {}

--- A creature in a world of its own.
---@param name string
---@param power integer
---@param toughness integer
function M.new(name, power, toughness)
  return RULES:world():spawn({ name = name, power = power, toughness = toughness })
end

--- Its power and toughness, as a card shows them.
---@return string
function M.size(creature)
  return ("%d/%d"):format(creature.power, creature.toughness)
end

function M.giant_growth(creature)
  return creature.world:effect({
    name = "Giant Growth",
    on = creature,
    layer = 4,
    power = add(3),
    toughness = add(3),
  })
end

function M.static_buff(creature)
  return creature.world:effect({
    name = "Static Buff",
    on = creature,
    layer = 5,
    power = add(1),
    toughness = add(1),
  })
end

--- Doubles the power below everything else: layer 3 comes before 4 and 5.
function M.xenagos(creature)
  return creature.world:effect({
    name = "Xenagos, God of Revels",
    on = creature,
    layer = 3,
    power = mul(2),
  })
end

return M
