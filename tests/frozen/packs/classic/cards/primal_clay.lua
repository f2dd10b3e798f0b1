--- As it enters it becomes one of three things, and that is what a copy of it copies (707.2).
return card {
  name = "Primal Clay",
  cost = "4",
  types = { "artifact", "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  triggered { "3/3", power = set(3), toughness = set(3), layer = "copy.effects" },
  triggered {
    "2/2 flying",
    power = set(2),
    toughness = set(2),
    abilities = grant "flying",
    layer = "copy.effects",
  },
  triggered {
    "1/6 Wall",
    power = set(1),
    toughness = set(6),
    subtypes = add "wall",
    abilities = grant "defender",
    layer = "copy.effects",
  },
}
