--- The rules of noughts and crosses: nine cells, and two players who mark them in turn.
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, -- the name
    kinds = { "set", "cell", copiable = true }, -- what it is
    row = { "int", copiable = true }, -- of a cell, from 1 to 3
    column = { "int", copiable = true }, -- the same
    mark = { "ref", unlayered = true }, -- the player whose mark is in the cell
    seat = { "int", unlayered = true }, -- the number of a player
    acting = { "flag", unlayered = true }, -- whose turn it is
    next_player = { "ref", unlayered = true },
    has_won = { "flag", unlayered = true },
    controller = { "ref", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = { controller = "controller", owner = "owner", name = "name", kinds = "kinds" },
  zones = { board = { shared = true } },
  home = "board",
  nouns = { player = { where = "seat > 0" } },
  seats = { "A", "B" },
  lines = { ["WHO wins the game"] = { is = "has_won" } },
}
