--- Aura: the land under it is an Island.
return card {
  name = "Spreading Seas",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant land",
  static { attached, becomes_basic_land "island" },
  whenever { "draw a card", enter { who = this }, act = draw_cards { player = you, count = 1 } },
}
