--- It is of the chosen creature type, and your others of that type get +1/+1.
return card {
  name = "Adaptive Automaton",
  cost = "3",
  types = { "artifact", "creature" },
  subtypes = { "construct" },
  power = 2,
  toughness = 2,
  static { subtypes = add(this.chosen) },
  static {
    each.creature:of(you):being(this.chosen):except(this),
    power = add(1),
    toughness = add(1),
  },
}
