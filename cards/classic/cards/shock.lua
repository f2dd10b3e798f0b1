--- An instant that deals 2 damage.
return card { name = "Shock", cost = "R", types = { "instant" } }
