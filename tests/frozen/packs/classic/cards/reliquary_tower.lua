--- You have no maximum hand size.
return card {
  name = "Reliquary Tower",
  types = { "land" },
  mana "C",
  static { you, max_hand_size = set(unlimited) },
}
