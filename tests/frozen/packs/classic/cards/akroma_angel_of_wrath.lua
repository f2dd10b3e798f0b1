--- A legendary 6/6 with many keywords.
return card {
  name = "Akroma, Angel of Wrath",
  cost = "5WWW",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "angel" },
  power = 6,
  toughness = 6,
  "flying",
  "first strike",
  "vigilance",
  "trample",
  "haste",
  "protection from black",
  "protection from red",
}
