--- A flying 2/2 that may be an Aura instead: it is one while it is attached (702.103).
return card {
  name = "Nimbus Naiad",
  cost = "2U",
  types = { "enchantment", "creature" },
  subtypes = { "nymph" },
  power = 2,
  toughness = 2,
  "flying",
  static { types = remove "creature", subtypes = add "aura", when = exists(attached) },
  static { attached, power = add(2), toughness = add(2), abilities = grant "flying" },
}
