--- What can happen, and the course of the game.
return events {
  as_of = "0.4",
  --- The game begins: `player` is first, and the heap is laid on the table.
  event {
    "start_game",
    fields = { player = "ref" },
    affected = "player",
    does = {
      spawns { of = "heap", as = "heap" },
      moves { named.heap, to = "table", same = true },
      spawns { of = "heap", as = "other" },
      moves { named.other, to = "table", same = true },
    },
  },
  --- A match is burnt.
  event {
    "burn",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    can = event.who.left:at_least(1),
    does = { base { event.who, left = sub(1) } },
  },
  --- A heap grows.
  event {
    "grow",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, left = add(event.amount) } },
  },
  --- A player takes matches, and has acted.
  event {
    "take",
    fields = { who = "ref", player = "ref", amount = "int" },
    affected = "who",
    can = event.who.left:at_least(event.amount),
    does = {
      base { event.who, left = sub(event.amount) },
      passes { event.player },
    },
  },
  --- The game is over: `player` has lost.
  event {
    "end_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_lost = true } },
  },
  play {
    starts = "start_game",
    ends = "end_game",
    turn_player = each.player & it.acting,
    next_player = "next_player",
    acting = "acting",
  },
  course { period { "turn", of = "next", acts = each.player & it:is(you) } },
}
