--- The world of the tour, with more effects: one whose target is gone, one of a word, an exchange.
world:effect({ name = "Humility", on = each.creature, power = set(1) })
local while_strong = "power >= 1"
world:effect({ name = "Borrowed", on = giant, controller = set(alice), as_long_as = while_strong })
world:effect({ name = "Switch", on = { bear, elf }, power = strata.switch("toughness") })
world:effect({ name = "Grown", on = elf, subtypes = add("giant"), keywords = add("trample") })
world:effect({ name = "Over", on = giant, power = add(1) }):remove()
elf:restamp()
world:spawn({ name = "Gone" }):remove()
world:note(nil, "seen", bear)
