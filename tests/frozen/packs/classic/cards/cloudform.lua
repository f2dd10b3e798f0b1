--- Having entered it becomes an Aura on a card that it manifests, which flies and is hexproof.
return card {
  name = "Cloudform",
  cost = "1UU",
  types = { "enchantment" },
  triggered { "becomes an Aura", this, subtypes = add "aura" },
  static { attached, abilities = grant { "flying", "hexproof" } },
}
