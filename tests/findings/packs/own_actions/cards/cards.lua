return {
  card {
    name = "Cannon",
    activated {
      "fire",
      target = each.beast,
      cost = hit { who = this, amount = 1 },
      act = hit { who = target, amount = 3 },
    },
  },
  card { name = "Beast", kinds = { "beast" } },
}
