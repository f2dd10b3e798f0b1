--- One by one: the effects of the first game end singly, oldest first and newest first.
local creature = require("creature")

local function play(title, order)
  local subject = creature.new("Test Creature", 2, 2)
  local effects = {
    growth = creature.giant_growth(subject),
    buff = creature.static_buff(subject),
    xenagos = creature.xenagos(subject),
  }
  print(("--- %s ---"):format(title))
  print(("with all three: %s"):format(creature.size(subject)))
  for _, which in ipairs(order) do
    local name = effects[which].name
    effects[which]:remove()
    print(("without %s: %s"):format(name, creature.size(subject)))
  end
end

play("Effects end, oldest first", { "growth", "buff", "xenagos" })
play("Effects end, newest first", { "xenagos", "buff", "growth" })
