--- A legendary land with a mana ability and another.
return card {
  name = "Karakas",
  supertypes = { "legendary" },
  types = { "land" },
  mana "W",
  activated {
    "return target legendary creature",
    target = each.creature:being("legendary"),
    act = bounce { who = target },
  },
}
