--- Your Lhurgoyfs come back from graveyards that they did not die into, and combat damage of your
--- creatures makes a token that a card's name describes (111.11).
return card {
  name = "Disa the Restless",
  cost = "2BRG",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "human", "scout" },
  power = 5,
  toughness = 6,
  whenever {
    "return it",
    bury { who = each.card:being("lhurgoyf"):owned_by(you):anywhere() },
    when = event.from:is_not("battlefield"),
    act = move { who = event.became, to = "battlefield", under = you },
  },
  whenever {
    "create a Tarmogoyf token",
    one_or_more(damage { source = each.creature:of(you), who = each.player, combat = true }),
    act = create { player = you, card = "Tarmogoyf" },
  },
}
