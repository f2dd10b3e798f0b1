--- A 4/1 with trample that may be played face down.
return card {
  name = "Branchsnap Lorian",
  cost = "1GG",
  types = { "creature" },
  subtypes = { "beast" },
  power = 4,
  toughness = 1,
  "trample",
  "morph",
}
