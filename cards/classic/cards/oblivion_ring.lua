--- Something is in exile for as long as this is there.
return card {
  name = "Oblivion Ring",
  cost = "2W",
  types = { "enchantment" },
  triggered { "exile another target nonland permanent" },
  triggered { "return the exiled card" },
}
