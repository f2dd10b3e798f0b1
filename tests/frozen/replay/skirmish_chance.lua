--- What is rolled is rolled again.
local gambler, dummy = game:put("Gambler"), game:put("Dummy", nil, "B")
game:put("Herald")
world:seed(1234567)
for _ = 1, 6 do
  world:act("strike", { who = gambler, foe = dummy }, { settling = "all" })
end
world:act("apply", { who = dummy, card = "hale", turns = 2 })
world:act("turn_begins", {})
world:act("turn_ends", {})
