--- The end of the game: who has lost is out of it, and when one is left nothing happens any more.
return {
  scenario {
    name = "finding_CW28: losing the game ends it",
    rules = { "104.2a", "704.5a" },
    setup = { { "A", "battlefield", "Sol Ring" }, { "B", "battlefield", "Thopter Spy Network" } },
    steps = {
      { lose_life = "A", amount = 20, settle = "all" },
      { refused = { gain_life = "A", amount = 5 } },
      { refused = { destroy = "Thopter Spy Network" } },
    },
    expect = { "A loses the game", "B wins the game", "A life = 0" },
  },
  scenario {
    name = "finding_CW28: of three players two play on",
    rules = { "104.2a", "704.5a" },
    players = { "A", "B", "C" },
    setup = { { "B", "battlefield", "Sol Ring" } },
    steps = {
      { lose_life = "A", amount = 20, settle = "all" },
      { destroy = "Sol Ring" },
    },
    expect = { "A loses the game", "won(B) = false", "zone(Sol Ring) = B.graveyard" },
  },
}
