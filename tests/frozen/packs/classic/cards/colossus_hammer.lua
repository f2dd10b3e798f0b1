--- Equipment: +10/+10, and no more flying.
return card {
  name = "Colossus Hammer",
  cost = "1",
  types = { "artifact" },
  subtypes = { "equipment" },
  static { attached, power = add(10), toughness = add(10), abilities = lose("flying") },
}
