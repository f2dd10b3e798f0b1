--- Your lands have every basic land type, too.
return card {
  name = "Dryad of the Ilysian Grove",
  cost = "2G",
  types = { "enchantment", "creature" },
  subtypes = { "nymph", "dryad" },
  power = 2,
  toughness = 4,
  static { each.land:of(you), all_basic_land_types },
}
