--- What players may do, and what follows from it. The cost asks, and so does what follows.
return laws {
  action {
    "take",
    by = each.player & it.acting,
    with = each.heap,
    announce = { choose { "number", as = "many", least = 1, most = 3 } },
    cost = {
      choose { each.heap, by = you, as = "given" },
      burn { who = named.given, player = you },
      take { who = this, player = you, amount = named.many },
    },
    act = {},
  },
  law {
    "a gift",
    whenever {
      burn {},
      immediate = true,
      act = {
        choose { "number", by = event.player.next_player, as = "gift", least = 1, most = 3 },
        grow { who = event.who, amount = named.gift },
      },
    },
  },
  law {
    "the last match",
    whenever {
      take {},
      when = event.who.left:is(0),
      immediate = true,
      act = end_game { player = event.player },
    },
  },
}
