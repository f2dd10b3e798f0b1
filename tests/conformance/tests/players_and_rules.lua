--- Effects on players (613.10) and on the rules of the game (613.11), in the order of timestamps.
return {
  scenario {
    name = "rul-hand-size-timestamp-reversed",
    rules = { "613.11", "613.7" },
    setup = { { "A", "battlefield", "t: Reliquary Tower", "n: Null Profusion-like" } },
    expect = { "max_hand_size(A) = 2", "max_hand_size(B) = 7" },
  },
  scenario {
    name = "rul-lands-each-turn-set-then-add",
    rules = { "613.11", "613.7" },
    setup = {
      { "A", "battlefield", "One Field Each", "Exploration" },
      { "B", "battlefield", "x: Exploration", "y: Exploration" },
    },
    steps = { { check = 1 }, { destroy = "x" } },
    expect = {
      "1: lands_each_turn(A) = 2",
      "1: lands_each_turn(B) = 3",
      "lands_each_turn(B) = 2",
    },
  },
  scenario {
    name = "rul-lands-each-turn-add-then-set",
    rules = { "613.11", "613.7" },
    setup = {
      { "A", "battlefield", "Exploration", "One Field Each" },
      { "B", "battlefield", "x: Exploration" },
    },
    expect = { "lands_each_turn(A) = 1", "lands_each_turn(B) = 2" },
  },
  scenario {
    name = "rul-nobody-gains-life",
    rules = { "613.10", "613.11" },
    setup = { { "A", "battlefield", "l: Leyline of Punishment" } },
    steps = {
      { gain_life = "B", amount = 3 },
      { check = 1 },
      { destroy = "l" },
      { gain_life = "B", amount = 3 },
    },
    expect = {
      "1: B may gain life=false",
      "1: B life=20",
      "B may gain life=true",
      "B life=23",
    },
  },
  scenario {
    name = "rul-legend-rule-gone-then-back",
    rules = { "613.11", "704.5j" },
    setup = {
      { "A", "battlefield", "Mirror Gallery", "law: Lawgiver" },
      { "A", "battlefield", "Isamaru, Hound of Konda x2" },
    },
    steps = {
      { check = 1 },
      { restamp = "Mirror Gallery" },
      { sba = true },
      { check = 2 },
      { destroy = "Mirror Gallery" },
      { sba = true },
    },
    expect = {
      "1: legend_rule(the game) = true",
      "2: legend_rule(the game) = false",
      "2: A battlefield count Isamaru, Hound of Konda=2",
      "legend_rule(the game) = true",
      "A battlefield count Isamaru, Hound of Konda=1",
    },
  },
  scenario {
    name = "rul-effect-of-a-turn-on-the-game-and-on-a-player",
    rules = { "613.10", "613.11", "514.2" },
    steps = {
      { effect = { the_game, legend_rule = set(false), lasts = "turn" } },
      { effect = { target, max_hand_size = sub(3), lasts = "turn" }, on = "B" },
      { check = 1 },
      { end_turn = true },
    },
    expect = {
      "1: not legend_rule(the game)",
      "1: max_hand_size(B) = 4",
      "1: max_hand_size(A) = 7",
      "legend_rule(the game) = true",
      "max_hand_size(B) = 7",
    },
  },
  scenario {
    name = "rul-the-game-is-no-object",
    rules = { "109.1", "613.11" },
    setup = { { "A", "battlefield", "Grizzly Bears", "Mirror Gallery" } },
    steps = { { effect = { each.permanent, types = add "enchantment" } } },
    expect = {
      "types(the game) = []",
      "abilities(the game) = []",
      "count(enchantments on battlefield) = 2",
    },
  },
}
