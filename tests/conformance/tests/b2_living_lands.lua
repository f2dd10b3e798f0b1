--- Lands that are creatures, and creatures that are lands.
return {
  scenario {
    name = "dep-010-lifeandlimb-humility-yavimaya",
    rules = { "613.8a", "613.6", "613.1d", "613.1e", "613.4b" },
    setup = {
      {
        "A",
        "battlefield",
        "Life and Limb",
        "Humility",
        "Yavimaya, Cradle of Growth",
        "Plains",
        "Swamp",
      },
      { "B", "battlefield", "Island" },
    },
    expect = {
      "Plains: is creature=true",
      "Plains: has subtype Forest=true",
      "Plains: has subtype Saproling=true",
      "Plains: power=1 toughness=1",
      "Plains: is green=true",
      "Island: power=1 toughness=1",
      "Island: is green=true",
      "Yavimaya, Cradle of Growth: is creature=true",
      "Yavimaya, Cradle of Growth: power=1 toughness=1",
      "Plains: count of abilities=0",
    },
  },
  scenario {
    name = "dep-014-urborg-bell-fountain",
    rules = { "613.8a", "613.8b", "305.7" },
    setup = {
      {
        "A",
        "battlefield",
        { "Mountain", id = "flooded Mountain" },
        "Mountain x3",
        "Urborg, Tomb of Yawgmoth",
        "Kormus Bell",
      },
      { "B", "battlefield", "Quicksilver Fountain" },
    },
    steps = {
      { add_counters = "flooded Mountain", kind = "flood" },
      { trigger = "Quicksilver Fountain", on = "flooded Mountain" },
      { sba = true },
    },
    expect = {
      "A battlefield count lands with subtype Island=1",
      "A battlefield count lands with subtype Mountain=3",
      "A battlefield count lands with subtype Swamp=4",
      "A battlefield count creature lands=4",
      "A graveyard lacks Mountain",
      "flooded Mountain: is creature=false",
    },
  },
  scenario {
    name = "dep-042-loop-moon-first",
    rules = { "613.8b" },
    setup = {
      {
        "A",
        "battlefield",
        "Stomping Ground",
        { "Saproling token", token = true },
        "Blood Moon",
        "Life and Limb",
      },
    },
    expect = {
      "Stomping Ground: is creature=false",
      "Stomping Ground: has subtype Mountain=true",
      "Stomping Ground: has subtype Forest=false",
      "Saproling token: is land=true",
      "Saproling token: has subtype Forest=true",
      "Saproling token: has subtype Mountain=false",
      "Saproling token: has mana ability {G}=true",
    },
  },
  scenario {
    name = "typ-016-ambush-commander",
    rules = { "613.1d", "613.4b" },
    setup = { { "A", "battlefield", "Forest x5", "Dryad Arbor", "Ambush Commander" } },
    expect = {
      "A battlefield count 1/1 Elf creatures=6",
      "Forest: is land=true",
      "Ambush Commander: power=2 toughness=2",
    },
  },
  scenario {
    name = "typ-044-lands-become-creatures-keep-types",
    rules = { "205.1b", "205.4b" },
    setup = {
      {
        "A",
        "battlefield",
        "Darksteel Citadel",
        "Urborg, Tomb of Yawgmoth",
        "Generic land animator",
      },
    },
    expect = {
      "Darksteel Citadel: is artifact=true",
      "Darksteel Citadel: is land=true",
      "Darksteel Citadel: is creature=true",
      "Urborg, Tomb of Yawgmoth: is legendary=true",
      "Urborg, Tomb of Yawgmoth: power=1 toughness=1",
    },
  },
}
