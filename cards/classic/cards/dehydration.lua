--- Aura: the enchanted creature does not untap; it gets no ability by this.
return card {
  name = "Dehydration",
  cost = "3U",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, untaps = set(false), text = "enchanted creature doesn't untap" },
}
