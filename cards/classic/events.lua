--- What happens in the classic game: kinds of events, and words for some of them.
---
--- Zones that all share are nobody's: whose zone a card goes to is said for the others alone.
local attaching = require("lib.attaching")
local mana = require("lib.mana")
local shared = event.to:is("battlefield") | event.to:is("stack") | event.to:is("command")
local is_new = event.card:is_not(none) | event.copied:is_not(none)

local your_turn = each.player & it:is(you)
local ends_combat, cleans_up = event.phase:is("end of combat"), event.phase:is("cleanup")

return events {
  as_of = "0.4",
  -- Moving (400.7). What is said of one way to move is an alias: it costs nothing.
  --- An object goes to another zone and is a new object there (400.7); or a token is made.
  event {
    "move",
    fields = {
      who = "ref", from = "sym", to = "sym", under = "ref", position = "int", same = "flag",
      tapped = "flag",
      cast = "flag", -- it is what a spell becomes as it resolves (608.3)
      x = "int", -- the X of that spell, as its abilities know it (107.3m)
      chosen = "sym", -- as it enters
      chosen_player = "ref",
      copying = "ref", -- it enters as a copy of this, but for
      except = "sym", -- what this ability says (707.9)
      besides = "sym", -- what this ability says, it is as it enters (611.2e)
      face_down = "flag",
      cast_by = "sym", -- a keyword that lets it be cast: on to the stack alone (601.2a)
      host = "ref", -- it enters attached to this (303.4f)
      link = "sym", -- by this name its cause knows it from then on (607.2)
      drawn = "flag", keeps_counters = "flag",
      card = "sym", -- a token is made of it (111.1), or
      copied = "ref", -- is a copy of this
      sized = "flag", -- and is so large
      power = "int", toughness = "int",
    },
    affected = "who",
    enters = true,
    matters = event.who:is_not(none) | is_new,
    -- A token that has left does not come back (111.8).
    can = event.who.token:is(false) | event.who.zone:is("battlefield"),
    defaults = {
      from = event.who.zone,
      same = event.who.zone:is("stack") & event.to:is("battlefield"), -- 400.7a
      cast = event.who.zone:is("stack") & event.to:is("battlefield"),
    },
    does = {
      moves {
        event.who,
        to = event.to, player = event.who.owner, position = event.position, same = event.same,
        counters = event.keeps_counters, as = "became",
        when = ~shared,
      },
      moves {
        event.who, to = event.to, position = event.position, same = event.same,
        counters = event.keeps_counters, as = "became",
        when = shared,
      },
      spawns { of = event.card, as = "became", when = event.card:is_not(none) },
      spawns { event.copied, as = "became", when = event.copied:is_not(none) },
      base { named.became, owner = event.under, token = true, when = is_new },
      moves { named.became, to = event.to, same = true, when = is_new & shared },
      moves {
        named.became, to = event.to,
        player = event.under, same = true,
        when = is_new & ~shared, -- what would have entered goes elsewhere instead
      },
      base { named.became, controller = named.became.owner },
      base {
        named.became, controller = event.under,
        when = event.under:is_not(none) & event.to:is("battlefield"),
      },
      base { named.became, tapped = true, when = event.tapped },
      base { named.became, chosen = event.chosen, when = event.chosen:is_not(none) },
      base {
        named.became, chosen_player = event.chosen_player,
        when = event.chosen_player:is_not(none),
      },
      copies {
        named.became, whom = event.copying, except = event.except,
        when = event.copying:is_not(none) | event.except:is_not(none),
      },
      copies { named.became, except = event.besides, when = event.besides:is_not(none) },
      base { named.became, face_down = true, when = event.face_down },
      base {
        named.became, cast_from = event.from, cast_by = event.cast_by,
        when = event.to:is("stack"),
      },
      base { -- what cannot be attached to it enters unattached (301.5e)
        named.became, attached = event.host,
        when = event.host:is_not(none) & attaching.suits(named.became, event.host),
      },
      base {
        named.became, linked_to = event.cause, linked_as = event.link,
        when = event.link:is_not(none),
      },
      when {
        event.sized | event.drawn | event.who.commander,
        base { named.became, power = event.power, toughness = event.toughness, when = event.sized },
        base { named.became, drawn = true, when = event.drawn },
        base {
          named.became, just_buried = true,
          when = event.who.commander & (event.to:is("graveyard") | event.to:is("exile")),
        },
      },
    },
  },
  --- An object enters the battlefield.
  alias { "enter", of = "move", gives = { to = "battlefield" }, enters = true },
  --- An object leaves the battlefield.
  alias { "leave", of = "move", where = event.from:is("battlefield"), looks_back = true },
  --- An object is exiled.
  alias { "exile", of = "move", gives = { to = "exile" } },
  --- An object returns to its owner's hand.
  alias { "bounce", of = "move", gives = { to = "hand" } },
  --- An object is put into its owner's graveyard.
  alias { "bury", of = "move", gives = { to = "graveyard" } },
  --- A creature goes from the battlefield to a graveyard (700.4).
  alias {
    "die",
    of = "move",
    where = event.from:is("battlefield") & event.to:is("graveyard") & event.who:being("creature"),
    looks_back = true, -- 603.10a
  },
  --- `player` creates `count` tokens: of a card, or as copies (111.1).
  event {
    "create",
    fields = {
      player = "ref",
      card = "sym",
      copied = "ref",
      except = "sym",
      count = "int",
      link = "sym", -- by this name its cause knows the tokens from then on (607.2)
      tapped = "flag",
      sized = "flag", -- an X/X
      power = "int",
      toughness = "int",
    },
    affected = "player",
    matters = event.count:at_least(1),
    defaults = { count = 1 },
    results = {
      move {
        times = event.count,
        card = event.card,
        copied = event.copied,
        except = event.except,
        link = event.link,
        to = "battlefield",
        under = event.player,
        tapped = event.tapped,
        sized = event.sized,
        power = event.power,
        toughness = event.toughness,
      },
    },
  },
  --- A permanent is destroyed (701.8).
  event {
    "destroy",
    fields = { who = "ref", no_regeneration = "flag" },
    affected = "who",
    can = ~event.who:with("indestructible"), -- 702.12b
    results = { bury { who = event.who, from = "battlefield" } },
  },
  --- `player` sacrifices a permanent (701.21).
  event {
    "sacrifice",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    defaults = { player = event.who.controller },
    results = { bury { who = event.who, from = "battlefield" } },
  },
  --- `player` discards a card (701.9).
  event {
    "discard",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    defaults = { player = event.who.owner },
    results = { bury { who = event.who, from = "hand", cause = event.cause, by = event.by } },
  },

  -- Cards of a library (121, 701.17).
  --- `player` draws `count` cards, one after the other (121.2).
  event {
    "draw_cards",
    fields = { player = "ref", count = "int" },
    affected = "player",
    matters = event.count:at_least(1),
    can = event.player.can_draw & event.player.drawn_this_turn:less_than(event.player.most_draws),
    one_by_one = { event.count, draw { player = event.player } }, -- 121.2
  },
  --- `player` draws a card (121.1).
  event {
    "draw",
    fields = { player = "ref" },
    affected = "player",
    can = event.player.can_draw & event.player.drawn_this_turn:less_than(event.player.most_draws),
    one_by_one = { -- what is said of the library is asked before its last card moves
      draw_nothing {
        player = event.player,
        when = top_of("library", event.player):is(none), -- 704.5b
      },
      count_draw { player = event.player, when = top_of("library", event.player):is_not(none) },
      move { who = top_of("library", event.player), from = "library", to = "hand", drawn = true },
    },
  },
  --- A card that `player` draws counts as drawn before it moves, so that what replaces or watches
  --- its move knows which card of the turn it is.
  event {
    "count_draw",
    fields = { player = "ref" },
    affected = "player",
    quiet = true,
    does = { base { event.player, drawn_this_turn = add(1), drawn_this_step = add(1) } },
  },
  --- `player` would draw, and the library is empty (704.5b).
  event {
    "draw_nothing",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, drew_from_nothing = true } },
  },
  --- `player` puts the top `count` cards of the library into the graveyard (701.17).
  event {
    "mill",
    fields = { player = "ref", count = "int" },
    affected = "player",
    matters = event.count:at_least(1),
    results = {
      move {
        times = event.count,
        who = top_of("library", event.player, named.i),
        from = "library",
        to = "graveyard",
      },
    },
  },
  --- `player` shuffles the library (701.24).
  event {
    "shuffle",
    fields = { player = "ref" },
    affected = "player",
    does = { shuffles { event.player, zone = "library" } },
  },

  -- Life (119).
  --- `player` gains life (119.3).
  event {
    "gain_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    matters = event.amount:at_least(1),
    can = event.player.can_gain_life & event.player.life_can_change,
    merge_by = "cause", -- 702.15: one gain for each source
    merge_sum = "amount",
    does = { base { event.player, life = add(event.amount) } },
  },
  --- `player` loses life, by damage or otherwise (119.3).
  event {
    "lose_life",
    fields = { player = "ref", amount = "int", by_damage = "flag" },
    affected = "player",
    matters = event.amount:at_least(1),
    can = event.player.life_can_change, -- 119.8
    does = { base { event.player, life = sub(event.amount), life_lost = add(event.amount) } },
  },
  --- `player` pays life, which is a loss of life (119.4).
  event {
    "pay_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    can = event.player.life:at_least(event.amount) & event.player.life_can_change, -- 119.4
    one_by_one = { lose_life { player = event.player, amount = event.amount } },
  },
  --- The life total of `player` becomes `amount` (119.5).
  event {
    "set_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    results = { -- 119.5: one of them
      gain_life {
        player = event.player,
        amount = event.amount - event.player.life,
        when = event.amount:more_than(event.player.life),
      },
      lose_life {
        player = event.player,
        amount = event.player.life - event.amount,
        when = event.amount:less_than(event.player.life),
      },
    },
  },
  --- Two players exchange their life totals, both or neither (701.12).
  event {
    "exchange_life",
    fields = { player = "ref", other = "ref" },
    affected = "player",
    matters = event.player.life:is_not(event.other.life),
    can = event.player.life_can_change
      & event.other.life_can_change
      & (event.player.can_gain_life | event.player.life:more_than(event.other.life)) -- 119.7
      & (event.other.can_gain_life | event.other.life:more_than(event.player.life)),
    results = {
      set_life { player = event.player, amount = event.other.life },
      set_life { player = event.other, amount = event.player.life },
    },
  },

  -- Damage and what comes of it (120.3, 120.4c).
  --- `source` deals damage to an object or a player (120).
  event {
    "damage",
    fields = {
      source = "ref",
      who = "ref",
      amount = "int",
      combat = "flag",
      unpreventable = "flag",
      stays = "flag", -- it is not dealt to somebody else instead (614.9)
    },
    affected = "who",
    amount = "amount",
    matters = event.amount:at_least(1),
    results = {
      lose_life {
        player = event.who,
        amount = event.amount,
        by_damage = true, -- 120.3a: that it is a result of damage, replacements may ask
        cause = event.source,
        when = event.who.seat:at_least(1) & ~event.source:with("infect"),
      },
      put_counters {
        who = event.who,
        kind = "poison",
        count = event.amount,
        player = event.source.controller,
        cause = event.source,
        when = event.who.seat:at_least(1) & event.source:with("infect"),
      },
      put_counters {
        who = event.who,
        kind = "-1/-1",
        count = event.amount,
        player = event.source.controller, -- 120.3d
        cause = event.source,
        when = event.who:being("creature")
          & (event.source:with("wither") | event.source:with("infect")),
      },
      mark_damage {
        who = event.who,
        source = event.source,
        amount = event.amount,
        when = event.who:being("creature")
          & ~event.source:with("wither")
          & ~event.source:with("infect"),
      },
      remove_counters {
        who = event.who,
        kind = "loyalty",
        count = event.amount,
        when = event.who:being("planeswalker"),
      },
      gain_life {
        player = event.source.controller,
        amount = event.amount,
        cause = event.source,
        when = event.source:with("lifelink"),
      },
    },
  },
  --- Damage is marked on a creature (120.3e).
  event {
    "mark_damage",
    fields = { who = "ref", source = "ref", amount = "int" },
    affected = "who",
    does = {
      base { event.who, damage = add(event.amount) },
      base { event.who, touched = true, when = event.source:with("deathtouch") },
    },
  },

  -- Counters (122) and status (110.5).
  --- `player` puts `count` counters of a kind on an object or a player (122.6).
  event {
    "put_counters",
    fields = { who = "ref", kind = "sym", count = "int", player = "ref", cost = "flag" },
    affected = "who",
    amount = "count",
    defaults = { player = event.by }, -- who puts them
    matters = event.count:at_least(1),
    does = { counts { event.who, kind = event.kind, count = event.count } },
  },
  --- `count` counters of a kind are removed (122.3).
  event {
    "remove_counters",
    fields = { who = "ref", kind = "sym", count = "int", player = "ref" },
    affected = "who",
    defaults = { player = event.by },
    matters = event.count:at_least(1),
    does = { counts { event.who, kind = event.kind, count = -event.count } },
  },
  --- A permanent becomes tapped (701.26).
  event {
    "tap",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.tapped:is(false),
    does = { base { event.who, tapped = true } },
  },
  --- A permanent becomes untapped (701.26).
  event {
    "untap",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.tapped:is(true),
    does = { base { event.who, tapped = false } },
  },
  --- A permanent is turned face down (708.2).
  event {
    "turn_face_down",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.face_down:is(false),
    does = { base { event.who, face_down = true } },
  },
  --- A permanent is turned face up (708.7).
  event {
    "turn_face_up",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.face_down,
    does = { base { event.who, face_down = false } },
  },
  --- An Aura or Equipment becomes attached to `host`, or to nothing (701.3).
  event {
    "attach",
    fields = { who = "ref", host = "ref" },
    affected = "who",
    matters = event.who.attached:is_not(event.host), -- 701.3b
    can = event.host:is(none) | attaching.suits(event.who, event.host),
    does = { base { event.who, attached = event.host } },
  },
  --- A permanent is regenerated instead of destroyed (614.8, 701.19).
  event {
    "regenerate",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, damage = 0, tapped = true } },
  },

  --- A permanent is tapped for mana (106.12).
  event {
    "tap_for_mana",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    defaults = { player = event.who.controller },
    matters = event.who.tapped:is(false),
    results = { tap { who = event.who } },
  },

  --- `player` adds mana of a kind to the pool (106.4).
  event {
    "add_mana",
    fields = { player = "ref", kind = "sym", amount = "int" },
    affected = "player",
    amount = "amount",
    does = mana.changed(base, add, event),
  },
  --- `player` spends mana of a kind from the pool (118.3a).
  event {
    "spend_mana",
    fields = { player = "ref", kind = "sym", amount = "int" },
    affected = "player",
    amount = "amount",
    does = mana.changed(base, sub, event),
  },
  -- What abilities `mana` are (605).
  pool {
    "mana", spends = "spend_mana",
    kinds = mana.kinds(),
    gives = {
      cost = tap_for_mana { who = this },
      act = add_mana { player = you, kind = named.kind, amount = named.amount },
    },
  },

  -- Turns (500).
  --- `player` untaps the permanents that do not stay tapped (502.3).
  event {
    "untap_step",
    fields = { player = "ref" },
    affected = "player",
    results = {
      untap {
        each.permanent:of(event.player):where(it.tapped & it.untaps & ~it.stays_tapped),
        who = it,
      },
      untaps_again { each.permanent:of(event.player):where(it.stays_tapped), who = it },
    },
  },
  --- A permanent will not untap in the next untap step of its controller.
  event {
    "stay_tapped",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, stays_tapped = true } },
  },
  --- A permanent has stayed tapped once, and will untap the next time.
  event {
    "untaps_again",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, stays_tapped = false } },
  },
  --- A phase or step of the turn of `player` begins (500.1). In the cleanup step damage wears off,
  --- as what lasts until the end of turn ends (514.2).
  event {
    "phase_begins",
    fields = { phase = "sym", player = "ref" },
    affected = "player",
    does = {
      base { the_game, phase = event.phase },
      base { each.player, drawn_this_step = 0 },
      mana.emptied(base, each.player),
      ticks { "upkeep", of = event.player, when = event.phase:is("upkeep") },
      base { each.permanent, attacking = false, when = ends_combat },
      base { event.player, had_combat = true, when = ends_combat },
      ticks { "combat", when = ends_combat },
      ticks { "combat_ends", of = event.player, when = ends_combat },
      ticks { "end_step", of = event.player, when = event.phase:is("end step") },
      base { each.card:anywhere(), damage = 0, drawn = false, when = cleans_up },
      base { each.player, damage = 0, life_lost = 0, when = cleans_up },
      base { event.player, had_turn = true, when = cleans_up },
      ticks { "turn", when = cleans_up },
      ticks { "turn_ends", of = event.player, when = cleans_up },
    },
  },
  --- The game begins with the turn of `player` (103.1).
  event { "start_game", fields = { player = "ref" }, affected = "player" },
  --- A turn of `player` begins (500.1).
  event {
    "turn_begins",
    fields = { player = "ref" },
    affected = "player",
    does = {
      base { each.player, active = false, drawn_this_turn = 0 },
      base { event.player, active = true, had_combat = false, had_turn = false },
      base { the_game, turn_number = add(1) },
      ticks { "turn_begins", of = event.player },
    },
  },
  --- A turn of `player`, who has left, would have begun: what lasts until then ends (800.4m).
  event {
    "turn_of_who_left",
    fields = { player = "ref" },
    affected = "player",
    does = { ticks { "turn_begins", of = event.player } },
  },
  --- `player` takes an extra turn after this one (500.7).
  event {
    "extra_turn",
    fields = { player = "ref" },
    affected = "player",
    does = { adds_period { "turn", player = event.player } },
  },

  -- Combat (508) and spells (601, 701.6), as far as others watch for them.
  --- A creature attacks `player` (508.1).
  event {
    "attack",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    does = { base { event.who, attacking = true } },
  },
  --- An attacker becomes blocked, by `count` creatures at once (509.1).
  event {
    "be_blocked",
    fields = { who = "ref", count = "int" },
    affected = "who",
    can = event.count:at_least(event.who.least_blockers), -- 509.1b
  },
  --- A creature blocks `attacker` (509.1).
  event { "block", fields = { who = "ref", attacker = "ref" }, affected = "who" },
  --- `player` casts a spell (601).
  event { "cast_spell", fields = { who = "ref", player = "ref" }, affected = "who" },
  --- `player` copies a spell: it is known with what it was paid, mana is not (707.10).
  event {
    "copy_spell",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    matters = event.who.zone:is("stack"),
    does = {
      spawns { event.who, as = "became" },
      base {
        named.became,
        owner = event.player,
        controller = event.player,
        spell_copy = true,
        paid = event.who.paid,
      },
      moves { named.became, to = "stack", same = true },
    },
  },
  --- A spell is countered (701.6).
  event {
    "counter_spell",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.zone:is("stack"),
    results = { bury { who = event.who, from = "stack" } },
  },

  -- The end (104).
  --- `player` loses the game (104.3).
  event {
    "lose_game",
    fields = { player = "ref" },
    affected = "player",
    matters = event.player.has_lost:is(false),
    does = { base { event.player, has_lost = true } },
  },
  --- The game ends, and `player` has won it (104.2). In a draw there is no `player` (104.4).
  event {
    "win_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_won = true, when = event.player:is_not(none) } },
  },
  --- `player` concedes: loses the game, and leaves it (104.3a).
  event {
    "concede",
    fields = { player = "ref" },
    affected = "player",
    matters = event.player.has_left:is(false),
    results = { lose_game { player = event.player }, leave_game { player = event.player } },
  },
  --- `player` leaves the game with all cards that they own (800.4a).
  event {
    "leave_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_left = true }, ceases { each.card:owned_by(event.player) } },
  },
  --- What was a spell has resolved and leaves the stack (608.2n).
  event {
    "leave_stack",
    fields = { who = "ref" },
    affected = "who",
    results = { bury { who = event.who, from = "stack" } },
  },
  --- A commander was put into a graveyard or exiled (903.9a): see laws.lua.
  event { "commander_lost", fields = { who = "ref" }, affected = "who" },
  --- A token or a copy outside of its zone ceases to exist (704.5d, 704.5e).
  event { "vanish", fields = { who = "ref" }, affected = "who", does = { ceases { event.who } } },

  -- State-based actions (704.5).
  check {
    "life of 0", -- 704.5a
    each.player:where(it.life:at_most(0)),
    act = lose_game { player = it },
  },
  check {
    "drew from an empty library", -- 704.5b
    each.player:where(it.drew_from_nothing),
    resets = "drew_from_nothing",
    act = lose_game { player = it },
  },
  check {
    "ten poison counters", -- 704.5c
    each.player:where(it:counters("poison"):at_least(10)),
    act = lose_game { player = it },
  },
  check {
    "stray tokens", -- 704.5d
    each.card:where(
      it.token
        & it.zone:is_not(none)
        & it.zone:is_not("battlefield")
        & it.zone:is_not("phased_out")
    ),
    act = vanish { who = it },
  },
  check {
    "stray copies of spells", -- 704.5e
    each.card:where(
      it.spell_copy & it.zone:is_not(none) & it.zone:is_not("stack") & it.zone:is_not("battlefield")
    ),
    act = vanish { who = it },
  },
  check {
    "toughness of 0", -- 704.5f
    each.creature:where(it.toughness:at_most(0)),
    act = bury { who = it },
  },
  check {
    "lethal damage", -- 704.5g
    each.creature:where(
      it.toughness:at_least(1) & it.damage:at_least(1) & it.damage:at_least(it.toughness)
    ),
    act = destroy { who = it },
  },
  check {
    "touched by death", -- 704.5h
    each.creature:where(it.toughness:at_least(1) & it.touched),
    resets = "touched",
    act = destroy { who = it },
  },
  check {
    "no loyalty", -- 704.5i
    each.planeswalker:where(it:counters("loyalty"):is(0)),
    act = bury { who = it },
  },
  check {
    "commander", -- 903.9a
    each.card:where(it.just_buried):where(it.zone:is("graveyard") | it.zone:is("exile")),
    resets = "just_buried",
    act = commander_lost { who = it },
  },
  check {
    "legend rule", -- 704.5j
    each.legendary:where(it.name:is_not(none)):where(exists(the_game:where(it.legend_rule))),
    keep_one = { "name", "controller" },
    act = bury { who = it },
  },
  check {
    "roles", -- 704.5z
    each.role:where(it.attached:is_not(none)),
    keep_newest = { "attached", "controller" },
    act = bury { who = it },
  },
  check {
    "loose Auras", -- 704.5m
    each.aura:where(~attaching.suits(it, it.attached)),
    act = bury { who = it },
  },
  check {
    "loose Equipment", -- 704.5n
    each.permanent:where(it:being("equipment") | it:being("fortification"))
      :where(it.attached:is_not(none) & ~attaching.suits(it, it.attached)),
    act = attach { who = it },
  },
  check {
    "attached without being an attachment", -- 704.5p
    each.permanent:non("aura"):non("equipment"):non("fortification")
      :where(it.attached:is_not(none)),
    act = attach { who = it },
  },
  check {
    "counters that take each other away", -- 704.5q
    each.permanent:where(
      it:counters("+1/+1"):at_least(1) & it:counters("-1/-1"):at_least(1)
    ),
    act = {
      remove_counters {
        who = it,
        kind = "+1/+1",
        count = smaller(it:counters("+1/+1"), it:counters("-1/-1")),
      },
      remove_counters {
        who = it,
        kind = "-1/-1",
        count = smaller(it:counters("+1/+1"), it:counters("-1/-1")),
      },
    },
  },

  -- The periods of a turn (500.1). In the main phase the course waits until the host advances it;
  -- players need not pass.
  course {
    number = the_game.turn_number,
    period {
      "turn",
      of = "next",
      begins = turn_begins { player = you },
      period { "upkeep", begins = phase_begins { phase = "upkeep", player = you } },
      period { "draw", begins = phase_begins { phase = "draw", player = you } },
      period { "main", begins = phase_begins { phase = "main", player = you }, acts = your_turn },
      period { "combat", begins = phase_begins { phase = "combat", player = you } },
      period { "end of combat", begins = phase_begins { phase = "end of combat", player = you } },
      period { "after combat", begins = phase_begins { phase = "after combat", player = you } },
      period { "end step", begins = phase_begins { phase = "end step", player = you } },
      period { "cleanup", begins = phase_begins { phase = "cleanup", player = you } },
    },
  },
  play {
    starts = "start_game",
    ends = "win_game",
    acting = "acting",
    turn_player = each.player:where(it.active),
    next_player = "next_player",
    stack = "stack",
    resolved = "leave_stack",
    log_clock = "turn",
    concedes = "concede",
    log_lasts = "tick",
  },
}
