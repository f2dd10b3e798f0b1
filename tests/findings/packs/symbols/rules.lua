return ruleset {
  layers = { "moods", "numbers" },
  default_layers = { set = "numbers", mood = "moods", traits = "moods" },
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "actor", "mask", copiable = true },
    traits = "abilities",
    mood = { "sym", "calm", "angry" },
    fury = "int", -- of the mood: calm 1, angry 2, none 3
    told = { "sym", unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "traits",
    kinds = "kinds",
  },
  zones = { stage = { shared = true } },
  home = "stage",
  nouns = { somebody = { zone = "stage" } },
  clocks = { "turn" },
  durations = { turn = { clock = "turn" } },
}
