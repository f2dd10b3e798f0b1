--- Who controls what (613.1b).
return {
  scenario {
    name = "ctl-aura-then-threaten",
    rules = { "613.1b", "613.7" },
    setup = {
      { "B", "battlefield", "b: Bear" },
      { "A", "battlefield", { "Control Magic", id = "cm", on = "b" } },
    },
    steps = {
      { resolve = "Act of Treason", on = "b", by = "B" },
      { untap = "b" },
      { check = 1 },
      { cleanup = true },
      { check = 2 },
    },
    expect = { "@check1 controller(b) = B", "@check2 controller(b) = A" },
  },
  scenario {
    name = "ctl-exchange-fails-if-one-illegal",
    unchanged = true,
    rules = { "608.2b" },
    setup = { { "A", "battlefield", "b: Bear" }, { "B", "battlefield", "w: Wolf" } },
    steps = { { exile = "w" }, { exchange_control = { "b", "w" } } },
    expect = { "controller(b) = A" },
  },
  scenario {
    name = "ctl-001-simple-exchange",
    rules = { "613.1b", "701.10" },
    setup = { { "A", "battlefield", "Llanowar Elves" }, { "B", "battlefield", "Elite Vanguard" } },
    steps = { { exchange_control = { "Llanowar Elves", "Elite Vanguard" } } },
    expect = { "Elite Vanguard: controller=A", "Llanowar Elves: controller=B" },
  },
  scenario {
    name = "ctl-002-exchange-same-controller-nothing",
    unchanged = true,
    rules = { "701.10b" },
    setup = { { "B", "battlefield", "Llanowar Elves", "Elite Vanguard" } },
    steps = { { exchange_control = { "Llanowar Elves", "Elite Vanguard" } } },
    expect = { "Elite Vanguard: controller=B", "Llanowar Elves: controller=B" },
  },
  scenario {
    name = "ctl-003-exchange-target-illegal",
    unchanged = true,
    rules = { "701.10a", "608.2b" },
    setup = { { "A", "battlefield", "Llanowar Elves" }, { "B", "battlefield", "Elite Vanguard" } },
    steps = {
      { destroy = "Elite Vanguard" },
      { exchange_control = { "Llanowar Elves", "Elite Vanguard" } },
    },
    expect = { "Llanowar Elves: controller=A" },
  },
  scenario {
    name = "ctl-008-blink-stolen-creature-permanent",
    rules = { "400.7", "110.2" },
    setup = { { "B", "battlefield", "Elite Vanguard" } },
    steps = {
      { resolve = "Act of Treason", on = "Elite Vanguard" },
      { untap = "Elite Vanguard" },
      { exile = "Elite Vanguard" },
      { move = "Elite Vanguard", to = "battlefield", under = "A" },
      { end_turn = true },
    },
    expect = { "Elite Vanguard: controller=A", "Elite Vanguard: owner=B" },
  },
  scenario {
    name = "ctl-027-dream-leash-put-by-effect",
    rules = { "303.4f" },
    setup = { { "A", "battlefield", "Levitation" }, { "A", "hand", "Dream Leash" } },
    steps = { { move = "Dream Leash", to = "battlefield", on = "Levitation" }, { sba = true } },
    expect = { "Dream Leash: attached to=Levitation" },
  },
  scenario {
    name = "ctl-029-control-aura-on-control-aura",
    rules = { "613.7", "613.8a" },
    setup = {
      { "B", "battlefield", "Silvercoat Lion" },
      { "A", "battlefield", { "Control Magic", on = "Silvercoat Lion" } },
      { "B", "battlefield", { "Steal Enchantment", on = "Control Magic" } },
    },
    expect = { "Control Magic: controller=B", "Silvercoat Lion: controller=B" },
  },
}
