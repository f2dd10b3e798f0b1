--- What becomes a copy while it is there, and tokens that are copies.
return {
  scenario {
    name = "tok-copy-name",
    rules = { "111.4", "707.2" },
    setup = { { "B", "battlefield", "d: Doomed Dissenter" } },
    steps = { { token_copy = "d", under = "A", id = "token" } },
    expect = { "name(token) = Doomed Dissenter" },
  },
  scenario {
    name = "cpy-013-faerie-artisans-lki",
    rules = { "608.2h", "707.2" },
    setup = {
      { "A", "battlefield", "Faerie Artisans", "Alpha Myr" },
      { "B", "hand", "Thrashing Brontodon" },
    },
    steps = {
      { cast = "Thrashing Brontodon" },
      { sacrifice = "Thrashing Brontodon" },
      { destroy = "Alpha Myr" },
      {
        token_copy = "Thrashing Brontodon",
        last_known = true,
        under = "A",
        except = { types = add "artifact" },
      },
    },
    expect = {
      "A battlefield count Thrashing Brontodon=1",
      "Thrashing Brontodon@A: is artifact=true",
    },
  },
  scenario {
    name = "cpy-027-cryptoplasm-footsteps",
    rules = { "707.3", "707.9a" },
    setup = {
      { "A", "battlefield", "paladin: Sigiled Paladin" },
      { "B", "battlefield", "plasm: Cryptoplasm", { "Followed Footsteps", on = "plasm" } },
    },
    steps = {
      { trigger = "plasm", choosing = "paladin" },
      { token_copy = "plasm", under = "B" },
    },
    expect = {
      "B battlefield count Sigiled Paladin=2",
      "every Sigiled Paladin of B has Cryptoplasm's upkeep ability=true",
    },
  },
  scenario {
    name = "cpy-030-deceiver-until-eot",
    rules = { "611.2a", "613.2" },
    setup = {
      { "A", "battlefield", "Deceiver of Form", "Silvercoat Lion x3" },
      { "A", "library", "Affa Protector" },
    },
    steps = {
      { go = "combat" },
      { trigger = "Deceiver of Form", choosing = "Affa Protector" },
      { check = "combat" },
      { end_turn = true },
      { check = "next turn" },
    },
    expect = {
      "combat: A battlefield count Affa Protector=3",
      "combat: Affa Protector: power=1 toughness=4",
      "next turn: A battlefield count Silvercoat Lion=3",
      "next turn: Silvercoat Lion: power=2 toughness=2",
    },
  },
  scenario {
    name = "cpy-048-clay-wall-is-copiable",
    rules = { "208.2b", "707.2" },
    setup = { { "A", "battlefield", "clay: Primal Clay", "plasm: Cryptoplasm" } },
    steps = {
      { trigger = "clay", ability = "1/6 Wall" },
      { trigger = "plasm", choosing = "clay" },
      { destroy = each.wall },
    },
    expect = { "A graveyard contains Primal Clay", "A graveyard contains Cryptoplasm" },
  },
  scenario {
    name = "cpy-057-lazav-reanimated-resets",
    unchanged = true,
    rules = { "400.7" },
    setup = {
      { "A", "battlefield", "Lazav, Dimir Mastermind" },
      { "B", "graveyard", "Assault Griffin" },
    },
    steps = {
      { trigger = "Lazav, Dimir Mastermind", choosing = "Assault Griffin" },
      { destroy = "Lazav, Dimir Mastermind" },
      { move = "Lazav, Dimir Mastermind", to = "battlefield" },
    },
    expect = {
      "Lazav, Dimir Mastermind: power=3 toughness=3",
      "Lazav, Dimir Mastermind: has flying=false",
      "Lazav, Dimir Mastermind: has subtype Griffin=false",
    },
  },
  scenario {
    name = "cpy-058-lazav-source-exiled",
    rules = { "707.2" },
    setup = {
      { "A", "battlefield", "Lazav, Dimir Mastermind" },
      { "B", "graveyard", "Assault Griffin" },
    },
    steps = {
      { trigger = "Lazav, Dimir Mastermind", choosing = "Assault Griffin" },
      { exile = "Assault Griffin" },
    },
    expect = {
      "Lazav, Dimir Mastermind: power=3 toughness=2",
      "Lazav, Dimir Mastermind: has flying=true",
    },
  },
}
