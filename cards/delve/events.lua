--- What happens in the cave. Whoever is hit has a say in it: first whether it happens at all, then
--- how much of it, then what comes of it.
return events {
  as_of = "0.4",
  --- Somebody is hit: its phases are where armor and the like have a say.
  event {
    "hit",
    fields = { who = "ref", amount = "int", pierce = "int", power = "int" },
    defaults = { pierce = 1, power = 1 },
    affected = "who",
    matters = event.amount:at_least(1),
    phases = { "check", "before", "do", "after" },
    does = { base { event.who, hp = sub(event.amount) } },
  },
  --- Somebody gets hit points back.
  event {
    "heal",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    matters = event.amount:at_least(1),
    does = { base { event.who, hp = add(event.amount) } },
  },
  --- Somebody learns to do more damage.
  event {
    "train",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, damage = add(event.amount) } },
  },
  --- Somebody takes a weapon.
  event {
    "arm",
    fields = { who = "ref", with = "ref" },
    affected = "who",
    does = { base { event.who, weapon = event.with } },
  },
  --- Somebody is on guard until the turn ends: the next hits do nothing.
  event {
    "guard",
    fields = { who = "ref" },
    affected = "who",
    does = { hook { event.who, "delve:guarded", lasts = "turn", try = true } },
  },
  --- A rage ends, if there is one.
  event {
    "calm",
    fields = { who = "ref" },
    affected = "who",
    does = { unhook { event.who, "delve:rage", try = true } },
  },
  --- A turn is over.
  event { "pass_turn", phases = { "do", "after" }, does = { ticks { "turn" } } },
}
