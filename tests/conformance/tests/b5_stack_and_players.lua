--- Copies of spells, counters that stay, roles, costs, and players who leave (707.10, 800.4).
return {
  scenario {
    name = "cop-fling-copy-uses-original-cost",
    rules = { "707.10" },
    note = "the creature of power 5 is Gisela",
    setup = {
      { "A", "battlefield", "five: Gisela" },
      { "A", "stack", { "Fling", id = "f", paid = "five" } },
    },
    steps = {
      { sacrifice = "five" },
      { emit = copy_spell { who = "f", player = "A" } },
      { resolve = "Fling", spell = "Fling", on = "B", by = "A" },
    },
    expect = { "life(B) = 15" },
  },
  scenario {
    name = "cop-dawnglow-no-mana",
    unchanged = true,
    rules = { "707.10" },
    setup = {
      { "A", "stack", { "Dawnglow Infusion", id = "d", mana_spent = { "green", "white" } } },
    },
    steps = {
      { emit = copy_spell { who = "d", player = "A" } },
      { resolve = "Dawnglow Infusion", spell = "Dawnglow Infusion", by = "A", x = 4 },
    },
    expect = { "life(A) = 20" },
  },
  scenario {
    name = "Dawnglow Infusion: the spell itself gains by both, and its copy is gone after all",
    rules = { "707.10", "704.5e" },
    setup = {
      { "A", "stack", { "Dawnglow Infusion", id = "d", mana_spent = { "green", "white" } } },
    },
    steps = {
      { emit = copy_spell { who = "d", player = "A" } },
      { resolve = "Dawnglow Infusion", spell = "Dawnglow Infusion", by = "A", x = 4 },
      { resolve = "Dawnglow Infusion", spell = "d", by = "A", x = 4 },
      { settle = "checks" },
    },
    expect = { "A life=28", "A graveyard size=1" },
  },
  scenario {
    name = "cpy-098-copied-mana-spent",
    unchanged = true,
    rules = { "707.10" },
    setup = {
      { "A", "stack", { "Dawnglow Infusion", id = "d", mana_spent = { "green", "white" } } },
    },
    steps = {
      { emit = copy_spell { who = "d", player = "A" } },
      { resolve = "Dawnglow Infusion", spell = "Dawnglow Infusion", by = "A", x = 2 },
    },
    expect = { "A life=20" },
  },
  scenario {
    name = "zon-029-skullbriar-keeps-counters",
    rules = { "400.7", "122.2" },
    setup = {
      {
        "B",
        "battlefield",
        { "Skullbriar, the Walking Grave", counters = { ["+1/+1"] = 1 } },
      },
    },
    steps = { { resolve = "Cloudshift", on = "Skullbriar, the Walking Grave", by = "B" } },
    expect = { "Skullbriar, the Walking Grave: counters(+1/+1)=1" },
  },
  scenario {
    name = "zon-030-skullbriar-humility",
    rules = { "613.1f", "122.2" },
    setup = {
      {
        "B",
        "battlefield",
        { "Skullbriar, the Walking Grave", counters = { ["+1/+1"] = 1 } },
      },
      { "A", "battlefield", "Humility" },
    },
    steps = { { resolve = "Cloudshift", on = "Skullbriar, the Walking Grave", by = "B" } },
    expect = { "Skullbriar, the Walking Grave: counters(+1/+1)=0" },
  },
  scenario {
    name = "Skullbriar: no counters in a hand, and none when it comes from there",
    rules = { "122.2" },
    setup = {
      {
        "B",
        "battlefield",
        { "Skullbriar, the Walking Grave", counters = { ["+1/+1"] = 3 } },
      },
    },
    steps = {
      { destroy = "Skullbriar, the Walking Grave" },
      { check = "dead" },
      { bounce = "Skullbriar, the Walking Grave" },
      { cast = "Skullbriar, the Walking Grave" },
    },
    expect = {
      "dead: Skullbriar, the Walking Grave: counters(+1/+1)=3",
      "Skullbriar, the Walking Grave: counters(+1/+1)=0",
    },
  },
  scenario {
    name = "sba-roles-newest-stays",
    rules = { "704.5z", "613.7" },
    setup = {
      {
        "A",
        "battlefield",
        "b: Bear",
        { "Monster Role", id = "m", on = "b", token = true },
        { "Cursed Role", id = "c", on = "b", token = true },
      },
    },
    steps = { { sba = true } },
    expect = { "zone(m) = ceased", "pt(b) = 1/1" },
  },
  scenario {
    name = "roles of two players stay, one of each",
    unchanged = true,
    rules = { "704.5z" },
    setup = {
      { "A", "battlefield", "b: Bear", { "Monster Role", id = "m", on = "b", token = true } },
      { "B", "battlefield", { "Cursed Role", id = "c", on = "b", token = true } },
    },
    steps = { { sba = true } },
    expect = { "zone(m) = A.battlefield", "pt(b) = 2/2" },
  },
  scenario {
    name = "cost-combined-loyalty",
    rules = { "606.5" },
    setup = {
      { "A", "battlefield", "c: Carth the Lion", { "w: Walker", counters = { loyalty = 3 } } },
    },
    steps = { { activate = "w", ability = "-4" } },
    expect = { "legal = yes", "counters(w, loyalty) = 0" },
  },
  scenario {
    name = "a loyalty ability that costs too much is not activated",
    rules = { "606.4" },
    setup = { { "A", "battlefield", { "w: Walker", counters = { loyalty = 3 } } } },
    steps = {
      { refused = { activate = "w", ability = "-4" } },
      { check = "refused" },
      { activate = "w", ability = "+1" },
    },
    expect = { "refused: legal = no", "legal = yes", "counters(w, loyalty) = 4" },
  },
  scenario {
    name = "ppt-037-old-krosa-timing",
    rules = { "608.2c" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "A", "hand", "Might of Old Krosa x2" },
    },
    steps = {
      { go = "combat" },
      { resolve = "Might of Old Krosa", on = "Silvercoat Lion", by = "A" },
      { resolve = "Might of Old Krosa", on = "Silvercoat Lion", by = "A" },
    },
    expect = { "Silvercoat Lion: power=6 toughness=6" },
  },
  scenario {
    name = "Might of Old Krosa: more in its caster's main phase",
    rules = { "608.2c" },
    setup = { { "A", "battlefield", "Silvercoat Lion" } },
    steps = {
      { resolve = "Might of Old Krosa", on = "Silvercoat Lion", by = "A" },
      { check = "A's" },
      { resolve = "Might of Old Krosa", on = "Silvercoat Lion", by = "B" },
    },
    expect = {
      "A's: Silvercoat Lion: power=6 toughness=6",
      "Silvercoat Lion: power=8 toughness=8",
    },
  },
  scenario {
    name = "dur-027-lord-killed-mid-combat",
    rules = { "510.1", "613.4c" },
    note = "combat is its damage; that islandwalk is gone lets the Elves block",
    setup = {
      { "A", "battlefield", "Merfolk of the Pearl Trident", "Master of the Pearl Trident" },
      { "B", "battlefield", "Island", "Llanowar Elves" },
    },
    steps = {
      { check = "before" },
      { resolve = "Turn to Frog", on = "Master of the Pearl Trident", by = "B" },
      { resolve = "Murder", on = "Master of the Pearl Trident", by = "B" },
      { check = "blocks" },
      {
        hit = {
          { "Merfolk of the Pearl Trident", "Llanowar Elves" },
          { "Llanowar Elves", "Merfolk of the Pearl Trident" },
        },
        combat = true,
        settle = "checks",
      },
    },
    expect = {
      "before: Merfolk of the Pearl Trident: has islandwalk=true",
      "blocks: Merfolk of the Pearl Trident: has islandwalk=false",
      "B life=20",
      "A graveyard contains Merfolk of the Pearl Trident",
      "B graveyard contains Llanowar Elves",
    },
  },
  scenario {
    name = "dur-037-leaver-until-next-turn",
    rules = { "800.4m" },
    players = { "A", "D", "C", "B" },
    setup = {
      { "A", "battlefield", "Balduvian Bears" },
      { "B", "battlefield", "Balduvian Bears" },
      { "C", "battlefield", "Balduvian Bears" },
      { "D", "battlefield", "Balduvian Bears" },
    },
    steps = {
      {
        effect = { each.creature, power = add(1), toughness = add(1), lasts = "your next turn" },
        by = "A",
      },
      { emit = leave_game { player = "A" } },
      { check = "turn 1 end step" },
      { end_turn = true },
      { end_turn = true },
      { end_turn = true },
      { check = "turn of B (last before A's would begin)" },
      { end_turn = true },
      { check = "turn of D after A's turn would have begun" },
    },
    expect = {
      "turn 1 end step: Balduvian Bears@D: power=3 toughness=3",
      "turn of B (last before A's would begin): Balduvian Bears@D: power=3 toughness=3",
      "turn of D after A's turn would have begun: Balduvian Bears@D: power=2 toughness=2",
    },
  },
  scenario {
    name = "a turn ends, though nobody is left who could have the next one",
    rules = { "800.4m" },
    setup = { { "A", "battlefield", "Balduvian Bears" } },
    steps = {
      { emit = { leave_game { player = "A" }, leave_game { player = "B" } } },
      { end_turn = true },
    },
    expect = { "A battlefield count Balduvian Bears=0" },
  },
  scenario {
    name = "dur-041-leaver-exchange-ends",
    unchanged = true,
    rules = { "800.4a", "800.4c" },
    note = "the exchange is Legerdemain's",
    players = { "A", "D", "C", "B" },
    setup = {
      { "A", "battlefield", "Wall of Air" },
      { "C", "battlefield", "Rootwater Commando" },
    },
    steps = {
      { exchange_control = { "Wall of Air", "Rootwater Commando" } },
      { emit = leave_game { player = "C" } },
    },
    expect = {
      "A battlefield count Wall of Air=1",
      "A battlefield count Rootwater Commando=0",
    },
  },
  scenario {
    name = "dur-047-leaver-resolved-effect-stays",
    rules = { "800.4a", "611.2a" },
    players = { "A", "D", "C", "B" },
    setup = {
      { "A", "battlefield", "Vorinclex, Voice of Hunger" },
      { "D", "battlefield", "Plains@D (first): Plains", "Plains@D (second): Plains" },
    },
    steps = {
      { end_turn = true },
      {
        emit = {
          tap_for_mana { who = "Plains@D (first)" },
          tap_for_mana { who = "Plains@D (second)" },
        },
        settle = "all",
      },
      { end_turn = true },
      { emit = leave_game { player = "A" } },
      { end_turn = true },
      { end_turn = true },
      { emit = untap_step { player = "D" } },
    },
    expect = {
      "Plains@D (first): tapped=true",
      "Plains@D (second): tapped=true",
    },
  },
  scenario {
    name = "a land that stays tapped does so once",
    rules = { "502.3" },
    setup = {
      { "A", "battlefield", "Vorinclex, Voice of Hunger" },
      { "B", "battlefield", "land: Plains", { "Grizzly Bears", tapped = true } },
    },
    steps = {
      { end_turn = true },
      { emit = tap_for_mana { who = "land" }, settle = "all" },
      { emit = untap_step { player = "B" } },
      { check = "first" },
      { emit = untap_step { player = "B" } },
    },
    expect = {
      "first: land: tapped=true",
      "first: Grizzly Bears: tapped=false",
      "land: tapped=false",
    },
  },
  scenario {
    name = "dur-030-granted-evasion-blocks",
    rules = { "509.1b" },
    note = "combat is its damage",
    setup = {
      { "A", "battlefield", "Two-Headed Sliver" },
      { "B", "battlefield", "Silvercoat Lion", "Coral Barrier" },
    },
    steps = {
      { emit = attack { who = "Two-Headed Sliver", player = "B" } },
      { block = { "Silvercoat Lion" }, on = "Two-Headed Sliver" },
      { block = { "Silvercoat Lion", "Coral Barrier" }, on = "Two-Headed Sliver" },
      {
        hit = {
          { "Silvercoat Lion", "Two-Headed Sliver" },
          { "Coral Barrier", "Two-Headed Sliver" },
          { "Two-Headed Sliver", "Silvercoat Lion" },
        },
        combat = true,
        settle = "checks",
      },
    },
    expect = {
      "block by Silvercoat Lion alone is illegal",
      "block by both is legal",
      "A graveyard contains Two-Headed Sliver",
      "B life=20",
    },
  },
  scenario {
    name = "dur-017-wall-of-dust",
    rules = { "508.1c", "611.2a" },
    note = "both Bears try to attack each turn, as the rule of A's says; combat is its damage",
    setup = {
      { "A", "battlefield", "Wall of Dust" },
      { "B", "battlefield", "Balduvian Bears", "Ashcoat Bear" },
    },
    steps = {
      { end_turn = true },
      { go = "combat" },
      { emit = attack { who = "Balduvian Bears", player = "A" } },
      { emit = attack { who = "Ashcoat Bear", player = "A" } },
      { block = "Wall of Dust", on = "Balduvian Bears" },
      { settle = "all" },
      {
        hit = {
          { "Wall of Dust", "Balduvian Bears" },
          { "Balduvian Bears", "Wall of Dust" },
          { "Ashcoat Bear", "A" },
        },
        combat = true,
      },
      { check = "turn 2 after combat" },
      { end_turn = true },
      { end_turn = true },
      { go = "combat" },
      { emit = attack { who = "Balduvian Bears", player = "A" } },
      { emit = attack { who = "Ashcoat Bear", player = "A" } },
      {
        emit = damage {
          each.creature:being("attacking"),
          source = it,
          who = "A",
          amount = it.power,
          combat = true,
        },
      },
      { check = "turn 4 after combat" },
      { end_turn = true },
      { end_turn = true },
      { go = "combat" },
      { emit = attack { who = "Balduvian Bears", player = "A" } },
      { emit = attack { who = "Ashcoat Bear", player = "A" } },
      {
        emit = damage {
          each.creature:being("attacking"),
          source = it,
          who = "A",
          amount = it.power,
          combat = true,
        },
      },
      { check = "turn 6 after combat" },
    },
    expect = {
      "turn 2 after combat: A life=18",
      "turn 4 after combat: A life=16",
      "turn 6 after combat: A life=12",
    },
  },
}
