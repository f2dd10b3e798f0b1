--- Cards that scenarios need, of which no word says all: kicked spells, what is aimed at, and what
--- cannot be activated. Such sentences are texts.
return {
  -- An unblockable 1/1 that a kicker makes bigger.
  card {
    name = "Aether Figment",
    cost = "1U",
    types = { "creature" },
    subtypes = { "illusion" },
    power = 1,
    toughness = 1,
    "kicker",
    static { text = "can't be blocked" },
    replacement { "enters with two +1/+1 counters if kicked" },
  },
  -- It may enter as a copy of a creature, an Illusion as well that does not bear being targeted.
  card {
    name = "Phantasmal Image",
    cost = "1U",
    types = { "creature" },
    subtypes = { "illusion" },
    power = 0,
    toughness = 0,
    enters_as_copy {
      each.creature,
      subtypes = add "illusion",
      abilities = grant(triggered { "sacrifice when targeted" }),
    },
  },
  -- What has the chosen name has no use of its activated abilities; it keeps them.
  card {
    name = "Pithing Needle",
    cost = "1",
    types = { "artifact" },
    static { text = "activated abilities of what has the chosen name can't be activated" },
  },
}
