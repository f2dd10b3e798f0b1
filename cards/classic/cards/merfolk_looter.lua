--- A 1/1 that exchanges a card of its player's hand.
return card {
  name = "Merfolk Looter",
  cost = "1U",
  types = { "creature" },
  subtypes = { "merfolk", "rogue" },
  power = 1,
  toughness = 1,
  activated {
    "draw a card, then discard a card",
    act = {
      draw_cards { player = you, count = 1 },
      discard { who = choose { each.card:inside("hand"):owned_by(you), by = you } },
    },
  },
}
