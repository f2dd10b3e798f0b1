--- A creature that can become an Aura which gives haste.
return card {
  name = "Enraging Licid",
  cost = "1R",
  types = { "creature" },
  subtypes = { "licid" },
  power = 1,
  toughness = 1,
  static { attached, abilities = grant "haste" },
  activated {
    "become an Aura",
    becomes { types = { "enchantment" }, subtypes = { "aura" } },
    abilities = { lose(this_ability), grant "enchant creature" },
  },
}
