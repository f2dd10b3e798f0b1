--- As large as the number of creatures of an opponent chosen as it enters, and one more.
return card {
  name = "Lost Order of Jarkeld",
  cost = "2WW",
  types = { "creature" },
  subtypes = { "human", "knight" },
  defining {
    power = count(each.creature:of(this.chosen_player)) + 1,
    toughness = count(each.creature:of(this.chosen_player)) + 1,
  },
}
