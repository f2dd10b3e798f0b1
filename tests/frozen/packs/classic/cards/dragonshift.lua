--- A creature is a blue and red 4/4 Dragon with flying alone for the turn; its card types stay.
return card {
  name = "Dragonshift",
  cost = "1UR",
  types = { "instant" },
  spell {
    set_creature_types "dragon",
    colors = set { "blue", "red" },
    abilities = { remove_all, grant "flying" },
    power = set(4),
    toughness = set(4),
    lasts = "turn",
  },
}
