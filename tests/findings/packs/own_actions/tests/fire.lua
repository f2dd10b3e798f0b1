return scenario {
  name = "finding_CW42: an ability is an action where the rules say when",
  setup = { { "A", "table", "Cannon", "Beast" }, { "B", "table", "gun: Cannon" } },
  steps = {
    { refused = { act = "fire", with = "Cannon", by = "A", announce = { target = "Cannon" } } },
    { refused = { act = "fire", with = "gun", by = "B", announce = { target = "Beast" } } },
    { refused = { act = "fire", with = "gun", by = "A", announce = { target = "Beast" } } },
    { check = "refused" },
    { act = "fire", with = "Cannon", by = "A", announce = { target = "Beast" } },
    { check = "fired" },
    { activate = "Cannon", on = "Beast" },
    { refused = { activate = "gun", on = "Beast" } },
  },
  expect = {
    "refused: hurt(Beast) = 0",
    "refused: hurt(Cannon) = 0",
    "fired: hurt(Beast) = 3",
    "fired: hurt(Cannon) = 1",
    "hurt(Beast) = 6",
  },
}
