--- It keeps the last creature that died, and makes hasty tokens of it for a turn.
return card {
  name = "Mimic Vat",
  cost = "3",
  types = { "artifact" },
  whenever {
    "exile it",
    die { who = each.creature:non("token") },
    act = may {
      bury { linked("imprinted"):inside("exile"), who = it },
      exile { who = event.became, link = "imprinted" },
      by = you,
    },
  },
  activated {
    "create a token copy",
    act = {
      choose { linked("imprinted"):inside("exile"), by = you, as = "kept" },
      create { player = you, copied = named.kept, link = "mimics" },
      effect { linked("mimics"):inside("battlefield"), abilities = grant("haste") },
      later {
        phase_begins { phase = "end step" },
        act = exile { linked("mimics"):inside("battlefield"), who = it },
      },
    },
  },
}
