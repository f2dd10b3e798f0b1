return scenario {
  name = "craft_guests: a guest owes the office nothing",
  setup = { { "A", "village", "Journeyman", "Smith" }, { "B", "village", "Tax Office" } },
  steps = {
    {
      emit = {
        craft { who = "Journeyman", count = 2, price = 1 },
        craft { who = "Smith", count = 2, price = 1 },
      },
    },
  },
  expect = { "blades(Journeyman) = 2", "blades(Smith) = 1" },
}
