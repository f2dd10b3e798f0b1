--- What happens in noughts and crosses.
return events {
  as_of = "0.4",
  --- A cell is laid on the table.
  event {
    "lay",
    fields = { cell = "sym" },
    does = {
      spawns { of = event.cell, as = "laid" },
      moves { named.laid, to = "board", same = true },
    },
  },
  --- The board is laid. `player` begins.
  event {
    "start_game",
    fields = { player = "ref" },
    affected = "player",
    results = {
      lay { cell = "a1" },
      lay { cell = "a2" },
      lay { cell = "a3" },
      lay { cell = "b1" },
      lay { cell = "b2" },
      lay { cell = "b3" },
      lay { cell = "c1" },
      lay { cell = "c2" },
      lay { cell = "c3" },
    },
  },
  --- A player marks a cell, and has acted.
  event {
    "mark",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    does = {
      base { event.who, mark = event.player },
      passes { event.player },
    },
  },
  --- The game ends. `player` is the winner; a draw has none.
  event {
    "end_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_won = true, when = event.player:is_not(none) } },
  },
  play {
    starts = "start_game",
    ends = "end_game",
    turn_player = each.player & it.acting,
    next_player = "next_player",
    acting = "acting",
  },
  course {
    period { "turn", of = "next", acts = each.player & it:is(you) },
  },
}
