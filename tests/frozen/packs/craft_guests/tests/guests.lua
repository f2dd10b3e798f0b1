return scenario {
  name = "craft_guests: smiths learn of guests",
  setup = {
    { "A", "village", "Guest House", "Journeyman", "Smith" },
    { "B", "village", "Apprentice" },
  },
  expect = { "skill(Smith) = 2", "skill(Journeyman) = 2", "skill(Apprentice) = 0" },
}
