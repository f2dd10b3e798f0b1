--- Your other creatures get +2/+2, your opponents' creatures -2/-2.
return card {
  name = "Elesh Norn, Grand Cenobite",
  cost = "5WW",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "phyrexian", "praetor" },
  power = 4,
  toughness = 7,
  "vigilance",
  static { each.creature:of(you):except(this), power = add(2), toughness = add(2) },
  static { each.creature:not_of(you), power = sub(2), toughness = sub(2) },
}
