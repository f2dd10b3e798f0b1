--- A 2/2 flyer that makes an artifact copy of each card that enters as an opponent's creature.
return card {
  name = "Faerie Artisans",
  cost = "3U",
  types = { "creature" },
  subtypes = { "faerie", "artificer" },
  power = 2,
  toughness = 2,
  "flying",
  triggered { "create a token copy that is also an artifact" },
}
