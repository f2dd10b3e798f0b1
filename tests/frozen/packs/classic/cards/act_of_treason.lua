--- Control of a creature and haste for a turn (the untapping is a step of the scenario).
return card {
  name = "Act of Treason",
  cost = "2R",
  types = { "sorcery" },
  spell { controller = set(you), abilities = grant("haste"), lasts = "turn" },
}
