--- Aura: +2/+2, and vigilance while you have something black or green.
return card {
  name = "Abzan Runemark",
  cost = "2W",
  types = { "enchantment" },
  subtypes = { "aura" },
  static { attached, power = add(2), toughness = add(2) },
  static {
    attached,
    abilities = grant("vigilance"),
    when = exists(each.black:of(you) | each.green:of(you)),
  },
}
