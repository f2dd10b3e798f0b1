--- What happens in the cave. Whoever is hit has a say in it: first whether it happens at all, then
--- how much of it, then what comes of it.
return events {
  as_of = "0.4",
  event {
    "hit",
    fields = { who = "ref", amount = "int", pierce = "int", power = "int" },
    defaults = { pierce = 1, power = 1 },
    affected = "who",
    matters = event.amount:at_least(1),
    phases = { "check", "before", "do", "after" },
    does = { base { event.who, hp = sub(event.amount) } },
  },
  event {
    "heal",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    matters = event.amount:at_least(1),
    does = { base { event.who, hp = add(event.amount) } },
  },
  event {
    "train",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, damage = add(event.amount) } },
  },
  event {
    "arm",
    fields = { who = "ref", with = "ref" },
    affected = "who",
    does = { base { event.who, weapon = event.with } },
  },
  event {
    "guard",
    fields = { who = "ref" },
    affected = "who",
    does = { hook { event.who, "delve:guarded", lasts = "turn", try = true } },
  },
  event {
    "calm",
    fields = { who = "ref" },
    affected = "who",
    does = { unhook { event.who, "delve:rage", try = true } },
  },
  event { "pass_turn", phases = { "do", "after" }, does = { ticks { "turn" } } },
}
