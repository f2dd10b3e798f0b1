--- Your lands have a mana ability for any colour.
return card {
  name = "Chromatic Lantern",
  cost = "3",
  types = { "artifact" },
  static { each.land:of(you), abilities = grant(mana "any") },
}
