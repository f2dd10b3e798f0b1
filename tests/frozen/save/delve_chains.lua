--- Chains that differ from what cards print: a handler that one has for a turn, one that has left,
--- one that has counted, one of the whole cave; a handler that is disabled; notes; an effect that
--- ends with a clock.
local rat, calm, angry = game:put("Rat"), game:put("Slime"), game:put("Slime", nil, "B")
game:put("Leech")
local brawler, club = game:put("Brawler", nil, "B"), game:put("Club")
local function hit(who, amount)
  world:act("hit", { who = who, amount = amount, pierce = 1, power = 1 })
end
world:act("guard", { who = rat })
world:act("calm", { who = calm })
hit(calm, 4)
hit(angry, 2)
hit(angry, 1)
hit(rat, 9)
world:hook("delve:guarded", { clock = "turn", ticks = 2 })
world:act("arm", { who = brawler, with = club })
world:note(nil, "dug", 3)
world:note(nil, "dug", 5)
world:note(rat, "seen", club)
world:note(rat, "was", "Rat")
world:disable("delve:leech_1_h1")
world:effect({
  name = "Cold",
  on = each.monster,
  layer = "all",
  damage = add(2),
  clock = "turn",
  ticks = 2,
})
world:seed(77)
