--- What a season has shown.
return {
  -- Too good for its cost: 2 damage are enough.
  amend "classic:lightning_bolt" {
    instead = { [1] = spell { act = damage { source = this, who = target, amount = 2 } } },
  },
  -- A king should not die of what kills his people.
  amend "classic:goblin_king" { toughness = add(1), "haste" },
  -- Not for every creature, but once each turn; and it is an elder of its order.
  amend "classic:soul_warden" {
    subtypes = add "druid",
    without = "gain life",
    whenever {
      "rejoice",
      enter { who = each.creature:of(you):except(this) },
      act = gain_life { player = you, amount = 1 },
      limit = "turn",
    },
  },
}
