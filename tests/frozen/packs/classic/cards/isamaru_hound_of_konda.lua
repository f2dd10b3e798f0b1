--- A legendary 2/2.
return card {
  name = "Isamaru, Hound of Konda",
  cost = "W",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "dog" },
  power = 2,
  toughness = 2,
}
