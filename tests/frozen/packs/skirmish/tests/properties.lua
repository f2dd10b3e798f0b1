--- What holds in every battle, whoever fights in it.
local on_it = each.effect:where(it.attached:is(outer))
local like_it = each.effect:where(it.attached:is(outer.attached) & it.name:is(outer.name))

return properties {
  -- What others contain is begun by those alone.
  events = {
    "apply", "envenom", "forget_score", "heal", "practice", "strike", "turn_begins", "turn_ends",
    "wound",
  },
  steps = { "effect", "emit", "gain_control", "put", "settle" },
  property {
    "at most eight effects are on a fighter",
    never = each.fighter:where(count(on_it):at_least(9)),
  },
  property {
    "each of them is on a fighter once",
    never = each.effect:where(it.attached:is_not(none) & count(like_it):at_least(2)),
  },
}
