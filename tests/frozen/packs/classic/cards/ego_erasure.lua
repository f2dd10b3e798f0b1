--- A player's creatures get -2/-0 and have no creature types for the turn.
return card {
  name = "Ego Erasure",
  cost = "2U",
  types = { "kindred", "instant" },
  subtypes = { "shapeshifter" },
  "changeling",
  spell { each.creature:of(target), power = sub(2), set_creature_types {}, lasts = "turn" },
}
