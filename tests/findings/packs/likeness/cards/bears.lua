--- Bears that are like other bears; no bear is made of the first.
return {
  card {
    name = "Any Bear",
    abstract = true,
    types = { "creature" },
    subtypes = { "bear" },
    power = 2,
    toughness = 2,
    static { each.creature:of(you):except(this), power = add(1) },
    "trample",
    activated { "growl", act = gain_life { player = you, amount = 1 } },
    whenever { die { who = this }, act = gain_life { player = you, amount = 5 } },
  },
  card { name = "Big Bear", like = "Bruin", cost = "3G", power = 4 },
  card {
    name = "Bigger Bear",
    like = "big_bear",
    toughness = 6,
    without = { 1, "trample" },
    "flying",
    activated { "growl", act = gain_life { player = you, amount = 3 } },
  },
  card { name = "City Bear", like = "classic:Grizzly Bears", power = 3, "vigilance" },
  card { name = "Old King", like = "classic:goblin_king", subtypes = { "bear" }, without = {} },
}
