--- Creatures without a name of their own.
return {
  card {
    name = "Dayface",
    types = { "creature" },
    power = 2,
    toughness = 2,
    back = card {
      name = "Nightface",
      types = { "creature" },
      power = 3,
      toughness = 3,
      static { each.creature:except(this), power = set(1), toughness = set(1) },
    },
  },
  card {
    name = "Devoid Thing",
    cost = "1R",
    types = { "creature" },
    power = 2,
    toughness = 2,
    "devoid",
  },
  card { name = "G", cost = "1G", types = { "creature" }, power = 2, toughness = 2 },
  card { name = "Gray", cost = "1B", types = { "creature" }, power = 2, toughness = 2 },
  card {
    name = "Minsc",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 3,
    toughness = 3,
    triggered { "create Boo" },
  },
  -- It stands for all cards that it exiled: what its owner has in exile.
  card {
    name = "Sutured Ghoul",
    cost = "4BBB",
    types = { "creature" },
    subtypes = { "zombie" },
    power = 0,
    toughness = 0,
    replace {
      enter { who = this },
      choose = each {
        each.creature:inside("graveyard"):owned_by(you),
        may { also { exile { who = it } } },
      },
    },
    defining {
      power = sum(it.power, each.creature:inside("exile"):owned_by(you)),
      toughness = sum(it.toughness, each.creature:inside("exile"):owned_by(you)),
    },
  },
  card { name = "W", cost = "W", types = { "creature" }, power = 1, toughness = 1 },
  card { name = "W2", cost = "W", types = { "creature" }, power = 1, toughness = 1 },
  card { name = "X", cost = "1U", types = { "creature" }, power = 1, toughness = 3 },
  card {
    name = "Zombie",
    cost = "1B",
    types = { "creature" },
    subtypes = { "zombie" },
    power = 2,
    toughness = 2,
  },
}
