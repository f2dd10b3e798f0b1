return scenario {
  name = "finding_CW44: a Cutting, an Idol and a Fork ask before anything happens",
  setup = {
    { "A", "battlefield", "Runeclaw Bear", "Grizzly Bears" },
    { "A", "hand", "first: Peat Cutting", "second: Peat Cutting", "Forest", "Hungry Idol" },
    { "A", "library", "Forest x3" },
  },
  steps = {
    { move = "first", to = "battlefield", answers = { "Forest" } },
    { cast = "Hungry Idol", answers = { "yes", "Grizzly Bears" } },
    { move = "second", to = "battlefield" },
    { put = "Fork in the Road" },
    { draw = "A", count = 2, answers = { "red" } },
    { draw = "A", answers = { "blue" } },
  },
  expect = {
    "A graveyard contains Forest",
    "first: tapped=false",
    "second: tapped=true",
    "A graveyard contains Grizzly Bears",
    "Hungry Idol: counters(charge)=2",
    "A life=26",
    "A draws 1 card",
  },
}
