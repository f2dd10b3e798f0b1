--- Aura: at your upkeep there is one more of the creature under it.
return card {
  name = "Followed Footsteps",
  cost = "3UU",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  at { "upkeep", of = you, act = create { player = you, copied = attached } },
}
