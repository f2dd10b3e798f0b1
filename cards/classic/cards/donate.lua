--- The second target, a player, gets the first, a permanent of yours, for good.
return card {
  name = "Donate",
  cost = "2U",
  types = { "sorcery" },
  spell {
    target = each.permanent:of(you),
    act = effect { target, controller = set(named.target_2) },
  },
}
