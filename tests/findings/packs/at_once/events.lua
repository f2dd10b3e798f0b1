--- To be hit, and to harden.
return events {
  as_of = "0.4",
  event {
    "hit",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, health = sub(larger(event.amount - event.who.armour, 0)) } },
  },
  event {
    "harden",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, armour = add(1) } },
  },
  -- Both blows are one action.
  event {
    "combo",
    fields = { who = "ref" },
    affected = "who",
    one_by_one = { 2, hit { who = event.who, amount = 5 } },
  },
  play { always_ask = false }, -- no stack, so what triggers does not wait
}
