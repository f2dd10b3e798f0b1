--- Your creatures, and your creature cards wherever they are, are of the chosen type and no other.
return card {
  name = "Conspiracy",
  cost = "3BB",
  types = { "enchantment" },
  static {
    each.creature:of(you)
      | each.card:being("creature"):owned_by(you):where(it.zone:is_not("battlefield")),
    set_creature_types(this.chosen),
  },
}
