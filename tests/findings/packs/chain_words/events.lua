return events {
  as_of = "0.4",
  event {
    "hit",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    phases = { "before", "do", "after" },
    does = { base { event.who, wounds = add(event.amount) } },
  },
  event {
    "fall",
    fields = { who = "ref" },
    affected = "who",
    phases = { "do", "after" },
    does = { moves { event.who, to = "pit" } },
  },
}
