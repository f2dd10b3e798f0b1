--- Mana in the pools of players (106): its kinds, and what adds, spends and empties it.
local mana = {}

local KINDS = {
  "white_mana", "blue_mana", "black_mana", "red_mana", "green_mana", "colorless_mana",
}

--- The kinds by the symbols in which costs are written (107.4a).
function mana.kinds()
  return {
    W = "white_mana", U = "blue_mana", B = "black_mana", R = "red_mana", G = "green_mana",
    C = "colorless_mana",
  }
end

--- The pool of `player` changes by what `change` makes of the amount of an event: add or sub.
function mana.changed(base, change, event)
  local list = {}
  for place, kind in ipairs(KINDS) do
    list[place] =
      base { event.player, [kind] = change(event.amount), when = event.kind:is(kind) }
  end
  return list
end

--- Pools empty as a step ends (106.4).
function mana.emptied(base, who)
  local values = { who }
  for _, kind in ipairs(KINDS) do
    values[kind] = 0
  end
  return base(values)
end

return mana
