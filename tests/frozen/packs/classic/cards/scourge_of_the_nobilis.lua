--- Aura: +1/+1 and a pump for a red creature, +1/+1 and lifelink for a white one.
return card {
  name = "Scourge of the Nobilis",
  cost = "2{R/W}",
  types = { "enchantment" },
  subtypes = { "aura" },
  static {
    attached,
    power = add(1),
    toughness = add(1),
    abilities = grant(activated { "this creature gets +1/+0", power = add(1), lasts = "turn" }),
    when = attached:being("red"),
  },
  static {
    attached,
    power = add(1),
    toughness = add(1),
    abilities = grant("lifelink"),
    when = attached:being("white"),
  },
}
