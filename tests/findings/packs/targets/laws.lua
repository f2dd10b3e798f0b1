return laws {
  -- A sort of spell that any player may do at any time, to see what the engine refuses.
  action {
    "volley",
    by = each.player,
    with = each.artifact:of(you),
    targets = {
      { each.creature, as = "prey", least = 1, most = 3, divide = { 4, as = "share" } },
    },
    act = damage { source = this, who = named.prey, amount = named.share },
  },
  action {
    "charm",
    by = each.player,
    with = each.artifact:of(you),
    announce = {
      choose { "word", of = { "white", "red" }, as = "mode" },
      choose { "number", as = "x", least = 0, most = 20 },
    },
    targets = {
      { each.creature, as = "victim", when = named.mode:is("red") },
      {
        each.creature,
        as = "some",
        least = named.x,
        most = named.x,
        when = named.mode:is("white"),
      },
    },
    act = { destroy { who = named.victim }, tap { who = named.some } },
  },
}
