--- Aura: at your upkeep there is one more of the creature under it.
return card {
  name = "Followed Footsteps",
  cost = "3UU",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  triggered { "create a token copy of enchanted creature" },
}
