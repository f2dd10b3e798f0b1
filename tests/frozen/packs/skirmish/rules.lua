--- The rules of a battle that plays itself: fighters on a field, and effects that are attached to
--- them for some turns. What is added and multiplied goes by who came first, in one layer; what
--- sides give to each other comes behind.
return ruleset {
  layers = "numbers",
  default_layers = { set = 1, add = 1, sub = 1, mul = 1, scale = 2, traits = 1, controller = 1 },
  copy_layer = 0,
  base_layer = 1,
  attributes = {
    name = { "sym", copiable = true },
    kinds = { "set", "fighter", "effect", copiable = true },
    traits = "abilities",
    attack = { "int", min = 0, copiable = true },
    defense = { "int", min = 0, copiable = true },
    evasion = { "int", min = 0, max = 100, copiable = true },
    max_health = { "int", min = 0, copiable = true },
    health = { "int", min = 0, unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
    acting = { "flag", unlayered = true }, -- players: whose fighter strikes

    -- Effects: whom they are on, and for how many turns more; 0 is for good.
    attached = { "ref", unlayered = true },
    turns = { "int", min = 0, max = 255, unlayered = true },

    -- What is counted for a fighter.
    hits = { "int", unlayered = true },
    tally = { "int", unlayered = true },
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "traits",
    kinds = "kinds",
  },
  counters = { "venom" },
  zones = { field = { shared = true }, fallen = { shared = true } },
  home = "field",
  nouns = { player = { where = "owner = none" } },
}
