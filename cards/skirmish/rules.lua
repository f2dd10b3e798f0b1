--- The rules of a battle that plays itself: fighters on a field, and effects that are attached to
--- them for some turns. What is added and multiplied goes by who came first, in one layer; what
--- sides give to each other comes behind.
return ruleset {
  as_of = "0.4",
  layers = "numbers",
  default_layers = { set = 1, add = 1, sub = 1, mul = 1, scale = 2, traits = 1, controller = 1 },
  copy_layer = 0,
  base_layer = 1,
  attributes = {
    name = { "sym", copiable = true }, -- the name
    kinds = { "set", "fighter", "effect", copiable = true }, -- what it is
    traits = "abilities", -- its abilities
    attack = { "int", min = 0, copiable = true }, -- how hard it strikes
    defense = { "int", min = 0, copiable = true }, -- how much of a blow it takes off
    evasion = { "int", min = 0, max = 100, copiable = true }, -- out of 100 blows, how many miss it
    max_health = { "int", min = 0, copiable = true }, -- the most health that it can have
    health = { "int", min = 0, unlayered = true }, -- the health that is left; at 0 it is defeated
    controller = "ref", -- whose side it is on
    owner = { "ref", unlayered = true, kept = true }, -- whose it is
    acting = { "flag", unlayered = true }, -- players: whose fighter strikes

    -- Effects: whom they are on, and for how many turns more; 0 is for good.
    attached = { "ref", unlayered = true }, -- the fighter that an effect is on
    --- For how many turns more an effect lasts; 0 is for good.
    turns = { "int", min = 0, max = 255, unlayered = true },

    -- What is counted for a fighter.
    hits = { "int", unlayered = true }, -- hits that were counted
    tally = { "int", unlayered = true }, -- a number that hangs on all that was counted
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
  steps = {
    --- Fighters strike at one time: each row names who strikes, and its foe.
    strike = { event = "strike", rows = { "who", "foe" } },
    --- Fighters lose health.
    wound = { event = "wound", takes = { "amount" }, needs = { "amount" } },
    --- Fighters get health back.
    heal = { event = "heal", takes = { "amount" }, needs = { "amount" } },
    --- Effects end.
    lift = { event = "lift" },
  },
}
