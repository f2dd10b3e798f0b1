--- Who controls what, for how long, and what "you" means then.
return {
  scenario {
    name = "ctl-two-control-effects-older-expires",
    rules = { "613.7" },
    players = { "A", "B", "C" },
    setup = { { "B", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Threaten-1", on = "b", by = "A" },
      { resolve = "Threaten-2", on = "b", by = "C" },
      { cleanup = true },
    },
    expect = { "controller(b) = C" },
    note = "C's control ends before C's next turn, not A's: either is after this one",
  },
  scenario {
    name = "ctl-010-master-thief-equipment-stays-attached",
    rules = { "611.2b", "301.5" },
    setup = {
      { "B", "battlefield", "Accorder's Shield" },
      { "A", "battlefield", "Bearer of the Heavens", "Master Thief" },
    },
    steps = {
      { trigger = "Master Thief", on = "Accorder's Shield" },
      { attach = "Accorder's Shield", to = "Bearer of the Heavens" },
      { sacrifice = "Master Thief" },
    },
    expect = {
      "Accorder's Shield: controller=B",
      "Accorder's Shield: attached to=Bearer of the Heavens",
      "Bearer of the Heavens: power=10 toughness=13",
      "Bearer of the Heavens: has vigilance=true",
    },
  },
  scenario {
    name = "ctl-017-elesh-norn-stolen",
    rules = { "613.4c", "109.5" },
    setup = {
      { "B", "battlefield", "Elesh Norn, Grand Cenobite", "Kalonian Tusker" },
      { "A", "battlefield", "Kalonian Tusker" },
    },
    steps = { { gain_control = "Elesh Norn, Grand Cenobite", by = "A" } },
    expect = {
      "Kalonian Tusker@A: power=5 toughness=5",
      "Kalonian Tusker@B: power=1 toughness=1",
    },
  },
  scenario {
    name = "ctl-018-elesh-norn-recast-by-owner",
    unchanged = true,
    rules = { "109.5", "400.7" },
    setup = {
      { "B", "battlefield", "norn: Elesh Norn, Grand Cenobite", "Darksteel Gargoyle" },
      { "A", "battlefield", "Darksteel Gargoyle" },
    },
    steps = {
      { gain_control = "norn", by = "A" },
      { destroy = "norn" },
      { move = "norn", to = "battlefield", under = "B" },
    },
    expect = {
      "Darksteel Gargoyle@A: power=1 toughness=1",
      "Darksteel Gargoyle@B: power=5 toughness=5",
    },
  },
}
