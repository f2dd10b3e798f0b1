--- Equipment: +1/+0 and vigilance.
return card {
  name = "Avacyn's Collar",
  cost = "1",
  types = { "artifact" },
  subtypes = { "equipment" },
  static { attached, power = add(1), abilities = grant "vigilance" },
}
