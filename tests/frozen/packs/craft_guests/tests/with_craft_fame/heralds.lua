return scenario {
  name = "craft_guests: a herald makes more of a guest's work",
  setup = { { "A", "village", "Herald", "Journeyman", "Smith" } },
  steps = {
    { emit = craft { who = "Journeyman", count = 3, price = 1 }, settle = "all" },
    { emit = craft { who = "Smith", count = 3, price = 1 }, settle = "all" },
  },
  expect = { "fame(Journeyman) = 2", "fame(Smith) = 1" },
}
