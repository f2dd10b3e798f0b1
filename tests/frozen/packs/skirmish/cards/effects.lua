--- What can be on a fighter. It is called by a word, so names are of small letters.
return {
  card { name = "whetted", kinds = { "effect" }, static { attached, attack = add(10) } },
  card { name = "doubled", kinds = { "effect" }, static { attached, attack = mul(2) } },
  card { name = "keen", kinds = { "effect" }, static { attached, attack = add(5) } },
  card { name = "raging", kinds = { "effect" }, static { attached, attack = scale(120, 100) } },
  card { name = "weakened", kinds = { "effect" }, static { attached, defense = sub(30) } },
  card { name = "hardened", kinds = { "effect" }, static { attached, defense = add(10) } },
  card { name = "hale", kinds = { "effect" }, static { attached, max_health = add(100) } },
  card { name = "frail", kinds = { "effect" }, static { attached, max_health = sub(50) } },
  card { name = "blunted", kinds = { "effect" }, static { attached, attack = sub(10) } },
  card { name = "nimble", kinds = { "effect" }, static { attached, evasion = add(20) } },
  -- It whets, and heals some of what is done to whom it is on.
  card {
    name = "grim",
    kinds = { "effect" },
    static { attached, attack = add(10) },
    whenever { wound { who = attached }, act = heal { who = event.who, amount = 5 } },
  },
  -- Once it has hurt, it hurts more.
  card {
    name = "sore",
    kinds = { "effect" },
    whenever { wound { who = attached }, act = apply { who = event.who, card = "raw", turns = 0 } },
  },
  card {
    name = "raw",
    kinds = { "effect" },
    whenever { wound { who = attached }, act = score { who = event.who, hits = 1 } },
  },
}
