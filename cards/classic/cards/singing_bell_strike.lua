--- Aura: what it enchants is tapped, and untaps for mana alone.
return card {
  name = "Singing Bell Strike",
  cost = "1U",
  types = { "enchantment" },
  subtypes = { "aura" },
  "enchant creature",
  whenever { "tap enchanted creature", enter { who = this }, act = tap { who = attached } },
  static {
    attached,
    untaps = set(false),
    abilities = grant(activated { "untap this creature", act = untap { who = this } }),
  },
}
