--- What happens in the cave. A hit goes through phases, in which the abilities of whoever is hit
--- decide whether it happens, then how much of it, then what follows.
return events {
  as_of = "0.4",
  --- `who` is hit and loses `amount` hit points, unless armor or another ability changes that.
  event {
    "hit",
    fields = { who = "ref", amount = "int", pierce = "int", power = "int" },
    defaults = { pierce = 1, power = 1 },
    affected = "who",
    matters = event.amount:at_least(1),
    phases = { "check", "before", "do", "after" },
    does = { base { event.who, hp = sub(event.amount) } },
  },
  --- `who` gets `amount` hit points back.
  event {
    "heal",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    matters = event.amount:at_least(1),
    does = { base { event.who, hp = add(event.amount) } },
  },
  --- `who` does `amount` more damage from now on.
  event {
    "train",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, damage = add(event.amount) } },
  },
  --- `who` takes the weapon `with`.
  event {
    "arm",
    fields = { who = "ref", with = "ref" },
    affected = "who",
    does = { base { event.who, weapon = event.with } },
  },
  --- `who` is on guard until the turn ends: hits do nothing.
  event {
    "guard",
    fields = { who = "ref" },
    affected = "who",
    does = { hook { event.who, "delve:guarded", lasts = "turn", try = true } },
  },
  --- The rage of `who` ends, if there is one.
  event {
    "calm",
    fields = { who = "ref" },
    affected = "who",
    does = { unhook { event.who, "delve:rage", try = true } },
  },
  --- A turn is over.
  event { "pass_turn", phases = { "do", "after" }, does = { ticks { "turn" } } },
}
