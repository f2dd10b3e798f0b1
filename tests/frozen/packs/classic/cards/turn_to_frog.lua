--- A creature is but a blue 1/1 Frog without abilities for the turn.
return card {
  name = "Turn to Frog",
  cost = "1U",
  types = { "instant" },
  spell {
    set_creature_types("frog"),
    colors = set("blue"),
    abilities = remove_all,
    power = set(1),
    toughness = set(1),
    lasts = "turn",
  },
}
