--- A flyer with protection from the colour chosen as it enters.
return card {
  name = "Voice of All",
  cost = "2WW",
  types = { "creature" },
  subtypes = { "angel" },
  power = 2,
  toughness = 2,
  "flying",
  enters { chosen = { "white", "blue", "black", "red", "green" } },
  static { abilities = grant("protection from white"), when = this.chosen:is("white") },
  static { abilities = grant("protection from blue"), when = this.chosen:is("blue") },
  static { abilities = grant("protection from black"), when = this.chosen:is("black") },
  static { abilities = grant("protection from red"), when = this.chosen:is("red") },
  static { abilities = grant("protection from green"), when = this.chosen:is("green") },
}
