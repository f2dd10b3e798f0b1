--- The rules of trumps: two players hold the same numbers, and show one each at the same time.
return ruleset {
  as_of = "0.4",
  layers = { "all" },
  attributes = {
    name = { "sym", copiable = true }, -- the name
    rank = { "int", copiable = true }, -- the higher one takes the trick
    points = { "int", unlayered = true }, -- tricks that a player has taken
    seat = { "int", unlayered = true }, -- the number of a player
    active = { "flag", unlayered = true }, -- who calls the next round
    next_player = { "ref", unlayered = true },
    has_won = { "flag", unlayered = true },
    controller = { "ref", unlayered = true },
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = { controller = "controller", owner = "owner", name = "name" },
  zones = { hand = { hidden = true }, table = { shared = true } },
  home = "table",
  nouns = { player = { where = "seat > 0" }, card = { where = "rank > 0" } },
  seats = { "A", "B" },
  lines = { ["WHO wins the game"] = { is = "has_won" } },
}
