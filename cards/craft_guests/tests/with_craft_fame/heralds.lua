return scenario {
  name = "craft_guests: a herald makes more of a guest's work",
  setup = { { "A", "village", "Herald", "Journeyman", "Smith" } },
  steps = {
    { craft = "Journeyman", count = 3, price = 1, settle = "all" },
    { craft = "Smith", count = 3, price = 1, settle = "all" },
  },
  expect = { "fame(Journeyman) = 2", "fame(Smith) = 1" },
}
