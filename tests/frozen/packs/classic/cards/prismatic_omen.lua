--- Your lands have every basic land type, too.
return card {
  name = "Prismatic Omen",
  cost = "1G",
  types = { "enchantment" },
  static { each.land:of(you), all_basic_land_types },
}
