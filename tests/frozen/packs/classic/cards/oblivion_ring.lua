--- Something is in exile for as long as this is there.
return card {
  name = "Oblivion Ring",
  cost = "2W",
  types = { "enchantment" },
  whenever {
    "exile another target nonland permanent",
    enter { who = this },
    target = each.permanent:non("land"):except(this),
    act = exile { who = target, link = "ringed" },
  },
  whenever {
    "return the exiled card",
    leave { who = this },
    act = move { linked("ringed"):inside("exile"), who = it, to = "battlefield" },
  },
}
