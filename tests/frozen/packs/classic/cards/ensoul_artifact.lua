--- Aura: the artifact under it is a 5/5 creature, too.
return card {
  name = "Ensoul Artifact",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant artifact",
  static { attached, types = add "creature", power = set(5), toughness = set(5) },
}
