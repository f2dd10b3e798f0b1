--- What things and players have, and where things lie.
return ruleset {
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true },
    left = { "int", unlayered = true }, -- how many matches a heap has
    seat = { "int", unlayered = true }, -- the number of a player, from 1
    acting = { "flag", unlayered = true }, -- who may act now: whose turn it is
    next_player = { "ref", unlayered = true },
    has_lost = { "flag", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
    controller = { "ref", unlayered = true },
  },
  roles = { name = "name", owner = "owner", controller = "controller" },
  zones = { table = { shared = true } },
  home = "table",
  nouns = { player = { where = "seat > 0" }, heap = { zone = "table" } },
  seats = { "A", "B" },
}
