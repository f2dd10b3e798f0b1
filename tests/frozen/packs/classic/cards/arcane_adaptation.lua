--- Your creatures, and your creature cards wherever they are, have the chosen type too.
return card {
  name = "Arcane Adaptation",
  cost = "2U",
  types = { "enchantment" },
  static { each.creature:of(you), subtypes = add(this.chosen) },
  static {
    each.card:being("creature"):owned_by(you):where(it.zone:is_not("battlefield")),
    subtypes = add(this.chosen),
  },
}
