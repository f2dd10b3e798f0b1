--- It grows in three steps, for good; the later ones ask what it has become.
return card {
  name = "Figure of Destiny",
  cost = "{R/W}",
  types = { "creature" },
  subtypes = { "kithkin" },
  power = 1,
  toughness = 1,
  activated {
    "Kithkin Spirit",
    set_creature_types { "kithkin", "spirit" },
    power = set(2),
    toughness = set(2),
  },
  activated {
    "Kithkin Spirit Warrior",
    set_creature_types { "kithkin", "spirit", "warrior" },
    power = set(4),
    toughness = set(4),
    only_if = this:being("spirit"),
  },
  activated {
    "Kithkin Spirit Warrior Avatar",
    set_creature_types { "kithkin", "spirit", "warrior", "avatar" },
    power = set(8),
    toughness = set(8),
    abilities = grant { "flying", "first strike" },
    only_if = this:being("warrior"),
  },
}
