--- What players may do, and how the game ends.
local ahead = event.player.points:more_than(event.player.next_player.points)
local behind = event.player.points:less_than(event.player.next_player.points)

return laws {
  -- Both choose at the same time: neither sees the other's card before both have chosen.
  action {
    "round",
    by = each.player & it.active,
    act = {
      choose { each.card:inside("hand") & it.owner:is(you), by = you, as = "mine", hidden = true },
      choose {
        each.card:inside("hand") & it.owner:is(you.next_player),
        by = you.next_player,
        as = "theirs",
        hidden = true,
      },
      show { player = you, mine = named.mine, theirs = named.theirs },
    },
  },
  law {
    "last card",
    whenever {
      show {},
      when = count(each.card:inside("hand")):is(0),
      immediate = true,
      act = {
        end_game { player = event.player, when = ahead },
        end_game { player = event.player.next_player, when = behind },
        end_game {},
      },
    },
  },
}
