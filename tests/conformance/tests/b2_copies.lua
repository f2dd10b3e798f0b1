--- Copies: what they have from what they copy, and from how they came.
return {
  scenario {
    name = "cop-staff-not-animation",
    rules = { "707.2" },
    source = "cr_example",
    setup = { { "A", "battlefield", "s: Chimeric Staff" }, { "A", "hand", "c: Clone" } },
    steps = { { activate = "s", by = "A", x = 5 }, { enter = "c", copying = "s", under = "A" } },
    expect = { "types(c) = [artifact]", 'has(c, "{X}: becomes an X/X Construct")', "pt(c) = none" },
  },
  scenario {
    name = "cpy-043-image-copies-animated-staff",
    rules = { "707.2", "205.1" },
    setup = { { "B", "battlefield", "Chimeric Staff" }, { "A", "hand", "Phantasmal Image" } },
    steps = {
      { activate = "Chimeric Staff", by = "B", x = 1 },
      { cast = "Phantasmal Image", copying = "Chimeric Staff" },
    },
    expect = {
      "Chimeric Staff@A: is artifact=true",
      "Chimeric Staff@A: is creature=false",
      "Chimeric Staff@A: has subtype Illusion=false",
      'Chimeric Staff@A: has ability "sacrifice when targeted"=true',
      "Chimeric Staff@B: is creature=true",
    },
  },
  scenario {
    name = "cpy-044-image-copies-animated-kindred",
    rules = { "707.2", "205.3" },
    setup = { { "B", "battlefield", "Cloak and Dagger" }, { "A", "hand", "Phantasmal Image" } },
    steps = {
      {
        effect = { target, also_creature { power = 2, toughness = 2 }, lasts = "turn" },
        on = "Cloak and Dagger",
      },
      { cast = "Phantasmal Image", copying = "Cloak and Dagger" },
    },
    expect = {
      "Cloak and Dagger@A: is creature=false",
      "Cloak and Dagger@A: has subtype Rogue=true",
      "Cloak and Dagger@A: has subtype Illusion=true",
      "Cloak and Dagger@A: has subtype Equipment=true",
    },
  },
  scenario {
    name = "cpy-001-altered-ego",
    rules = { "707.9e", "614.12" },
    setup = { { "A", "hand", "Altered Ego" }, { "B", "battlefield", "Silvercoat Lion" } },
    steps = { { cast = "Altered Ego", copying = "Silvercoat Lion", counters = { ["+1/+1"] = 3 } } },
    expect = { "Silvercoat Lion@A: power=5 toughness=5", "Silvercoat Lion@A: counters(+1/+1)=3" },
  },
  scenario {
    name = "cpy-050-molten-sentry-clone-flips",
    rules = { "707.6", "208.2b" },
    setup = { { "A", "battlefield", "sentry: Molten Sentry" }, { "B", "hand", "c: Clone" } },
    steps = {
      { trigger = "sentry", ability = "5/2 haste" },
      { cast = "c", copying = "sentry" },
      { trigger = "c", ability = "2/5 defender" },
    },
    expect = { "Molten Sentry@B: power=2 toughness=5", "Molten Sentry@B: has defender=true" },
  },
  scenario {
    name = "cpy-018-copied-creature-spell-token",
    rules = { "707.10f", "111.12" },
    setup = {
      { "A", "battlefield", "Generic spell copier" },
      { "A", "hand", "spell: Grizzly Bears" },
    },
    steps = {
      { move = "spell", to = "stack" },
      { token_copy = "spell", under = "A" },
      { move = "spell", to = "battlefield" },
    },
    expect = { "A battlefield count Grizzly Bears=2", "one Grizzly Bears is a token=true" },
  },
  scenario {
    name = "cpy-024-bestowed-copy-both-boost",
    rules = { "707.10", "702.103" },
    setup = {
      { "A", "battlefield", "Generic spell copier", "Grizzly Bears" },
      { "A", "hand", "spell: Nimbus Naiad" },
    },
    steps = {
      { move = "spell", to = "stack" },
      { token_copy = "spell", under = "A", id = "copy" },
      { attach = "copy", to = "Grizzly Bears" },
      { move = "spell", to = "battlefield", on = "Grizzly Bears" },
      { sba = true },
    },
    expect = {
      "Grizzly Bears: power=6 toughness=6",
      "A battlefield count Nimbus Naiad=2",
      "Grizzly Bears: has flying=true",
    },
  },
  scenario {
    name = "tok-given-name",
    rules = { "111.4", "111.9" },
    source = "cr_example",
    setup = { { "A", "battlefield", "m: Minsc" } },
    steps = { { token = "Boo", under = "A", id = "token" } },
    expect = {
      "name(token) = Boo",
      "subtypes(token) = [Hamster]",
      "supertypes(token) = [legendary]",
    },
  },
}
