--- It makes Thopters, and draws a card for damage by artifact creatures.
return card {
  name = "Thopter Spy Network",
  cost = "2UU",
  types = { "enchantment" },
  at {
    "upkeep",
    of = you,
    only_if = exists(each.artifact:of(you)),
    act = create { player = you, card = "Thopter" },
  },
  whenever {
    "draw a card",
    one_or_more(damage {
      source = each.creature:of(you):being("artifact"),
      who = each.player,
      combat = true,
    }),
    act = draw_cards { player = you, count = 1 },
  },
}
