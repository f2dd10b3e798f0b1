--- It may become a copy of a creature card that an opponent's graveyard gets, but stays itself.
return card {
  name = "Lazav, Dimir Mastermind",
  cost = "UUBB",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "shapeshifter" },
  power = 3,
  toughness = 3,
  "hexproof",
  triggered {
    "become a copy of it",
    becomes_copy(choice, {
      name = set "Lazav, Dimir Mastermind",
      supertypes = add "legendary",
      abilities = { grant "hexproof", grant(this_ability) },
    }),
  },
}
