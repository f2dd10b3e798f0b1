--- What happens in trumps.
return events {
  as_of = "0.4",
  --- A player gets a card.
  event {
    "deal",
    fields = { player = "ref", card = "sym" },
    affected = "player",
    does = {
      spawns { of = event.card, as = "dealt" },
      base { named.dealt, owner = event.player, controller = event.player },
      moves { named.dealt, to = "hand", player = event.player, same = true },
    },
  },
  --- A player gets one card of each number.
  event {
    "deal_hand",
    fields = { player = "ref" },
    affected = "player",
    results = {
      deal { player = event.player, card = "one" },
      deal { player = event.player, card = "two" },
      deal { player = event.player, card = "three" },
      deal { player = event.player, card = "four" },
    },
  },
  --- Both players get their hands.
  event {
    "start_game",
    fields = { player = "ref" },
    affected = "player",
    results = {
      deal_hand { player = event.player },
      deal_hand { player = event.player.next_player },
    },
  },
  --- Two cards are shown; the owner of the higher one takes the trick.
  event {
    "show",
    fields = { mine = "ref", theirs = "ref", player = "ref" },
    affected = "player",
    does = {
      base {
        event.mine.owner,
        points = add(1),
        when = event.mine.rank:more_than(event.theirs.rank),
      },
      base {
        event.theirs.owner,
        points = add(1),
        when = event.theirs.rank:more_than(event.mine.rank),
      },
      moves { event.mine, to = "table" },
      moves { event.theirs, to = "table" },
      base { event.player, active = false },
      base { event.player.next_player, active = true },
    },
  },
  --- The game ends. `player` is the winner; a draw has none.
  event {
    "end_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_won = true, when = event.player:is_not(none) } },
  },
  play { starts = "start_game", ends = "end_game" },
}
