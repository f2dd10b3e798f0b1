--- Cards in graveyards lose all abilities.
return card {
  name = "Yixlid Jailer",
  cost = "1B",
  types = { "creature" },
  subtypes = { "zombie", "wizard" },
  power = 2,
  toughness = 1,
  static { each.card:inside("graveyard"), abilities = remove_all },
}
