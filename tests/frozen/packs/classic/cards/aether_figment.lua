--- An unblockable 1/1 that a kicker makes bigger.
return card {
  name = "Aether Figment",
  cost = "1U",
  types = { "creature" },
  subtypes = { "illusion" },
  power = 1,
  toughness = 1,
  "kicker",
  static { text = "can't be blocked" },
  replacement { "enters with two +1/+1 counters if kicked" },
}
