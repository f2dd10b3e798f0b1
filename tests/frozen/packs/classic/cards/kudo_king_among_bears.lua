--- All other creatures are Bears, too, and have base power and toughness 2.
return card {
  name = "Kudo, King Among Bears",
  cost = "GW",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "bear" },
  power = 2,
  toughness = 2,
  static {
    each.creature:except(this),
    power = set(2),
    toughness = set(2),
    subtypes = add "bear",
  },
}
