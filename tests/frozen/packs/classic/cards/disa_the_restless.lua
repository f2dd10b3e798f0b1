--- Combat damage of your creatures to a player makes a token that a card's name describes (111.11).
return card {
  name = "Disa the Restless",
  cost = "2BRG",
  supertypes = { "legendary" },
  types = { "creature" },
  subtypes = { "human", "scout" },
  power = 5,
  toughness = 6,
  triggered { "create a Tarmogoyf token" },
}
