--- Equipment: +0/+3 and vigilance.
return card {
  name = "Accorder's Shield",
  cost = "0",
  types = { "artifact" },
  subtypes = { "equipment" },
  static { attached, toughness = add(3), abilities = grant "vigilance" },
}
