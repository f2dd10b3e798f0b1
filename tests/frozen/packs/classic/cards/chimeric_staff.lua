--- An artifact that becomes an X/X Construct for the turn.
return card {
  name = "Chimeric Staff",
  cost = "4",
  types = { "artifact" },
  activated {
    "{X}: becomes an X/X Construct",
    types = add { "artifact", "creature" },
    set_creature_types "construct",
    power = set(x),
    toughness = set(x),
    lasts = "turn",
  },
}
