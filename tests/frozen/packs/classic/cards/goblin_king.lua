--- Other Goblins get +1/+1 and mountainwalk.
return card {
  name = "Goblin King",
  cost = "1RR",
  types = { "creature" },
  subtypes = { "goblin" },
  power = 2,
  toughness = 2,
  static {
    each.creature:being("goblin"):except(this),
    power = add(1),
    toughness = add(1),
    abilities = grant("mountainwalk"),
  },
}
