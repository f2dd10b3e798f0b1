--- It may enter as a legendary snow copy of a permanent of yours; a creature has changeling, too.
return card {
  name = "Moritte of the Frost",
  cost = "2GUU",
  supertypes = { "legendary", "snow" },
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 0,
  toughness = 0,
  "changeling",
  enters_as_copy {
    each.permanent:of(you),
    supertypes = add { "legendary", "snow" },
    also {
      abilities = grant "changeling",
      when = this:being("creature"),
      counters = { ["+1/+1"] = 2 },
    },
  },
}
