--- From your graveyard it gives your creatures swampwalk while you have a Swamp (113.6).
return card {
  name = "Filth",
  cost = "3B",
  types = { "creature" },
  subtypes = { "incarnation" },
  power = 2,
  toughness = 2,
  static {
    each.creature:of(you),
    abilities = grant "swampwalk",
    zones = "graveyard",
    when = exists(each.swamp:of(you)),
  },
}
