return {
  card {
    name = "Homecoming",
    types = { "sorcery" },
    spell { act = effect { each.creature, controller = set(it.owner) } },
  },
  card {
    name = "Hand Over",
    types = { "sorcery" },
    spell { act = effect { each.creature, controller = set(it.owner.next_player) } },
  },
  card {
    name = "Echo Giver",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "echo",
      act = effect { each.creature:of(you):except(this), abilities = add { this_ability } },
    },
  },
}
