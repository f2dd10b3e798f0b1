--- As it enters it becomes one of two things, and that is what a copy of it copies (208.2b).
return card {
  name = "Molten Sentry",
  cost = "3R",
  types = { "creature" },
  subtypes = { "elemental" },
  power = 0,
  toughness = 0,
  triggered {
    "5/2 haste",
    power = set(5),
    toughness = set(2),
    abilities = grant "haste",
    layer = "copy.effects",
  },
  triggered {
    "2/5 defender",
    power = set(2),
    toughness = set(5),
    abilities = grant "defender",
    layer = "copy.effects",
  },
}
