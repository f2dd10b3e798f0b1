--- As it enters it becomes one of three things, and that is what a copy of it copies (707.2).
return card {
  name = "Primal Plasma",
  cost = "3U",
  types = { "creature" },
  subtypes = { "elemental", "shapeshifter" },
  power = 0,
  toughness = 0,
  triggered { "3/3", power = set(3), toughness = set(3), layer = "copy.effects" },
  triggered {
    "2/2 flying",
    power = set(2),
    toughness = set(2),
    abilities = grant("flying"),
    layer = "copy.effects",
  },
  triggered {
    "1/6 defender",
    power = set(1),
    toughness = set(6),
    abilities = grant("defender"),
    layer = "copy.effects",
  },
}
