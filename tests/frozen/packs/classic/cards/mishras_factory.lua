--- A land that becomes a 2/2 artifact creature for the turn.
return card {
  name = "Mishra's Factory",
  types = { "land" },
  mana "C",
  activated {
    "animate",
    also_creature {
      types = { "artifact" },
      subtypes = { "assembly-worker" },
      power = 2,
      toughness = 2,
    },
    lasts = "turn",
  },
}
