--- Your Slivers are indestructible.
return card {
  name = "Sliver Hivelord",
  cost = "WUBRG",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "sliver" },
  power = 5,
  toughness = 5,
  static { each.creature:of(you):being("sliver"), abilities = grant("indestructible") },
}
