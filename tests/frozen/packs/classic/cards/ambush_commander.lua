--- Your Forests are 1/1 green Elf creatures and stay lands (205.1b).
return card {
  name = "Ambush Commander",
  cost = "3GG",
  types = { "creature" },
  subtypes = { "elf" },
  power = 2,
  toughness = 2,
  static {
    each.forest:of(you),
    also_creature { subtypes = { "elf" }, power = 1, toughness = 1 },
    colors = set "green",
  },
}
