--- All other creatures have base power and toughness 1.
return card {
  name = "Godhead of Awe",
  cost = "{W/U}{W/U}{W/U}{W/U}{W/U}",
  types = { "creature" },
  subtypes = { "spirit", "avatar" },
  power = 4,
  toughness = 4,
  "flying",
  static { each.creature:except(this), power = set(1), toughness = set(1) },
}
