--- A flying 15/15 whose owner's graveyard becomes library when it gets there.
return card {
  name = "Emrakul, the Aeons Torn",
  cost = "15",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "eldrazi" },
  power = 15,
  toughness = 15,
  "flying",
  triggered { "its owner's graveyard is shuffled into the library" },
}
