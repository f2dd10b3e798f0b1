--- It shrinks by its controller's life.
return card {
  name = "Death's Shadow",
  cost = "B",
  types = { "creature" },
  subtypes = { "avatar" },
  power = 13,
  toughness = 13,
  static { power = sub(you.life), toughness = sub(you.life) },
}
