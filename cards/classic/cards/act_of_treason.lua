--- A creature untaps, and you control it with haste for a turn.
return card {
  name = "Act of Treason",
  cost = "2R",
  types = { "sorcery" },
  spell {
    target = each.creature,
    act = {
      effect { target, controller = set(you), abilities = grant("haste"), lasts = "turn" },
      untap { who = target },
    },
  },
}
