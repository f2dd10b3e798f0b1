--- A 4/4 Vehicle.
return card {
  name = "Goliath Truck",
  cost = "4",
  types = { "artifact" },
  subtypes = { "vehicle" },
  power = 4,
  toughness = 4,
  activated { "crew", types = add "creature", lasts = "turn" },
}
