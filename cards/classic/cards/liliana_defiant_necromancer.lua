--- A planeswalker that starts with loyalty 3; the back of a card, so that it has no cost. Her last
--- ability, an emblem, is missing.
return card {
  name = "Liliana, Defiant Necromancer",
  supertypes = { "legendary" },
  types = { "planeswalker" },
  subtypes = { "liliana" },
  colors = { "black" },
  loyalty = 3,
  activated {
    "+2",
    loyalty = 2,
    act = each {
      each.player,
      let { "player", it },
      choose { each.card:inside("hand"):owned_by(named.player), by = named.player, as = "given" },
      discard { who = named.given },
    },
  },
}
