--- It is as large as your lands are many, and your nontoken creatures are Forest lands, too.
return card {
  name = "Ashaya, Soul of the Wild",
  cost = "3GG",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "elemental" },
  power = 0,
  toughness = 0,
  defining { power = count(each.land:of(you)), toughness = count(each.land:of(you)) },
  static { each.creature:of(you):non("token"), types = add "land", subtypes = add "forest" },
}
