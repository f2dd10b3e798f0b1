--- An indestructible god, no creature while your devotion is small; the others are vigilant.
return card {
  name = "Heliod, God of the Sun",
  cost = "3W",
  supertypes = { "legendary" },
  types = { "enchantment", "creature" },
  subtypes = { "god" },
  power = 5,
  toughness = 6,
  "indestructible",
  static { types = remove "creature", when = devotion("white"):less_than(5) },
  static { each.creature:of(you):except(this), abilities = grant "vigilance" },
}
