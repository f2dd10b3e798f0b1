--- What effects of layers make of what happens.
return {
  scenario {
    name = "dep-011-axe-sliver-trigger",
    rules = { "613.1d", "613.1f", "613.5" },
    note = "damage stands for combat",
    setup = {
      { "A", "battlefield", "Tempered Sliver", "Elephant token" },
      { "A", "battlefield", { "Amorphous Axe", on = "Elephant token" } },
    },
    steps = { { hit = { { "Elephant token", "B" } }, combat = true, settle = "all" } },
    expect = {
      "Elephant token: has subtype Sliver=true",
      "Elephant token: counters(+1/+1)=1",
      "B life=14",
    },
  },
  scenario {
    name = "abl-006-jailer-does-not-stop-etb",
    rules = { "611.3c", "603.6" },
    setup = {
      { "B", "graveyard", "Seasoned Pyromancer" },
      { "B", "hand", "Lightning Bolt x2" },
      { "B", "library", "Forest x4" },
      { "A", "battlefield", "Yixlid Jailer" },
    },
    steps = {
      { move = "Seasoned Pyromancer", to = "battlefield", settle = "all", answers = { 1 } },
    },
    expect = {
      "B graveyard contains Lightning Bolt x2",
      "B battlefield count Elemental tokens=2",
      "B hand size=2",
    },
  },
  scenario {
    name = "abl-009-jailer-emrakul-from-battlefield",
    rules = { "603.6c", "603.10" },
    setup = {
      { "A", "battlefield", "Emrakul, the Aeons Torn" },
      { "B", "battlefield", "Yixlid Jailer" },
    },
    steps = { { destroy = "Emrakul, the Aeons Torn", settle = "all" } },
    expect = {
      "A graveyard contains Emrakul, the Aeons Torn",
      "no trigger from Emrakul, the Aeons Torn",
    },
  },
  scenario {
    name = "abl-009-jailer-emrakul-from-battlefield: without the Jailer",
    rules = { "603.6c" },
    setup = {
      { "A", "battlefield", "Emrakul, the Aeons Torn" },
      { "A", "graveyard", "Forest" },
      { "B", "graveyard", "Island" },
    },
    steps = { { destroy = "Emrakul, the Aeons Torn", settle = "all" } },
    expect = {
      "A library contains Emrakul, the Aeons Torn",
      "A library contains Forest",
      "B graveyard contains Island",
      "number of Emrakul, the Aeons Torn triggers=1",
    },
  },
  scenario {
    name = "abl-016-trickster-stops-dies-trigger",
    rules = { "603.10a", "613.1f" },
    note = "the step names what the Trickster's ability does",
    setup = { { "A", "battlefield", "Footlight Fiend" } },
    steps = {
      { put = "Merfolk Trickster", under = "B" },
      { trigger = "Merfolk Trickster", on = "Footlight Fiend" },
      { tap = "Footlight Fiend" },
      { destroy = "Footlight Fiend", settle = "all" },
    },
    expect = {
      "no trigger from Footlight Fiend",
      "A graveyard contains Footlight Fiend",
    },
  },
  scenario {
    name = "abl-016-trickster-stops-dies-trigger: without the Trickster",
    rules = { "603.10a" },
    setup = { { "A", "battlefield", "Footlight Fiend" } },
    steps = { { destroy = "Footlight Fiend", settle = "all", answers = { "B" } } },
    expect = { "number of Footlight Fiend triggers=1", "B life=19" },
  },
  scenario {
    name = "abl-017-copy-frogged-no-leaves-trigger",
    rules = { "603.10a", "707.2" },
    setup = {
      { "B", "battlefield", "Thragtusk" },
      { "A", "hand", "Phyrexian Metamorph" },
    },
    steps = {
      { enter = "Phyrexian Metamorph", copying = "Thragtusk" },
      { settle = "all" },
      { resolve = "Turn to Frog", on = "Thragtusk@A", by = "B" },
      { destroy = "Thragtusk@A", settle = "all" },
    },
    expect = {
      "A battlefield count Beast token=0",
      "A battlefield count Beast 3/3 token=0",
      "A graveyard contains Phyrexian Metamorph",
    },
  },
  scenario {
    name = "typ-034-sanctifier-painter-replacement",
    rules = { "613.1e", "614.6" },
    setup = {
      { "A", "battlefield", "Sanctifier en-Vec", { "Painter's Servant", chosen = "red" } },
      { "B", "battlefield", "Midnight Reaper", "Grizzly Bears" },
      { "A", "hand", "Lightning Bolt x2", "Divination" },
      { "B", "hand", "Jace, the Mind Sculptor", "Fatal Push", "One with Nothing" },
      { "A", "library", "Forest x3" },
    },
    steps = {
      { resolve = "Lightning Bolt", on = "Midnight Reaper", by = "A", settle = "all" },
      { resolve = "Lightning Bolt", on = "Grizzly Bears", by = "A", settle = "all" },
      { resolve = "Divination", by = "A" },
      { resolve = "One with Nothing", by = "B", settle = "all" },
    },
    expect = {
      "A exile contains Lightning Bolt x2",
      "A exile contains Divination",
      "B exile contains Midnight Reaper",
      "B exile contains Grizzly Bears",
      "B exile contains One with Nothing",
      "B exile contains Fatal Push",
      "B exile contains Jace, the Mind Sculptor",
      "B life=20",
    },
  },
  scenario {
    name = "att-004-aura-illegal-move",
    rules = { "701.3b", "303.4" },
    setup = {
      { "A", "battlefield", "Codsworth, Handy Helper", "Forest" },
      { "A", "battlefield", { "Wild Growth", on = "Forest" } },
    },
    steps = {
      {
        activate = "Codsworth, Handy Helper",
        on = { "Wild Growth", "Codsworth, Handy Helper" },
        settle = "all",
      },
    },
    expect = { "Wild Growth: attached to=Forest" },
  },
  scenario {
    name = "att-005-player-aura-illegal-move",
    rules = { "701.3b", "303.4" },
    setup = {
      { "A", "battlefield", "Codsworth, Handy Helper" },
      { "A", "battlefield", { "Psychic Possession", on = "B" } },
    },
    steps = {
      {
        activate = "Codsworth, Handy Helper",
        on = { "Psychic Possession", "Codsworth, Handy Helper" },
        settle = "all",
      },
      { sba = true },
    },
    expect = {
      "Psychic Possession: attached to=B",
      "A graveyard lacks Psychic Possession",
    },
  },
  scenario {
    name = "att-009-equipment-noncreature-target",
    rules = { "701.3b" },
    setup = {
      { "A", "battlefield", "Codsworth, Handy Helper" },
      { "A", "battlefield", { "Bonesplitter", on = "Codsworth, Handy Helper" } },
      { "A", "battlefield", "Bonebreaker Giant" },
      { "A", "battlefield", { "One with the Stars", on = "Bonebreaker Giant" } },
    },
    steps = {
      {
        activate = "Codsworth, Handy Helper",
        on = { "Bonesplitter", "Bonebreaker Giant" },
        settle = "all",
      },
    },
    expect = { "Bonesplitter: attached to=Codsworth, Handy Helper" },
  },
  scenario {
    name = "att-009-equipment-noncreature-target: without the Aura",
    rules = { "301.5a" },
    setup = {
      { "A", "battlefield", "Codsworth, Handy Helper", "Bonebreaker Giant" },
      { "A", "battlefield", { "Bonesplitter", on = "Codsworth, Handy Helper" } },
    },
    steps = {
      {
        activate = "Codsworth, Handy Helper",
        on = { "Bonesplitter", "Bonebreaker Giant" },
        settle = "all",
      },
    },
    expect = {
      "Bonesplitter: attached to=Bonebreaker Giant",
      "Bonebreaker Giant: power=6 toughness=4",
    },
  },
}
