--- Aura: a Vehicle under it is a creature too, and a creature under it flies and is larger by two.
return card {
  name = "Aerial Modification",
  cost = "4W",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, types = add "creature", when = attached:being("vehicle") },
  static { attached, power = add(2), toughness = add(2), abilities = grant "flying" },
}
