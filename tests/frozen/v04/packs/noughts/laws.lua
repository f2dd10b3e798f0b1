--- What players may do, and how the game ends.
local mine = each.cell & it.mark:is(event.player)

local function three(line)
  return count(mine & line):at_least(3)
end

return laws {
  action {
    "mark",
    by = each.player & it.acting,
    with = each.cell & it.mark:is(none),
    act = mark { who = this, player = you },
  },
  law {
    "three in a line",
    whenever {
      mark {},
      when = three(it.row:is(event.who.row))
        | three(it.column:is(event.who.column))
        | three(it.row:is(it.column))
        | three((it.row + it.column):is(4)),
      immediate = true,
      act = end_game { player = event.player },
    },
  },
  law {
    "full",
    whenever {
      mark {},
      when = count(each.cell & it.mark:is(none)):is(0),
      immediate = true,
      act = end_game {},
    },
  },
}
