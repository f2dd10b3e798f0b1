--- A land that becomes a 2/2 creature of every type for the turn.
return card {
  name = "Mutavault",
  types = { "land" },
  mana "C",
  activated {
    "animate",
    also_creature { power = 2, toughness = 2 },
    all_creature_types,
    lasts = "turn",
  },
}
