--- Aura: for red mana what it enchants gets +1/+0 for the turn.
return card {
  name = "Firebreathing",
  cost = "R",
  types = { "enchantment" },
  subtypes = { "aura" },
  activated { "enchanted creature gets +1/+0", attached, power = add(1), lasts = "turn" },
}
