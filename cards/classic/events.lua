--- What happens in the classic game: kinds of events, and words for some of them.
---
--- Zones that all share are nobody's: whose zone a card goes to is said for the others alone.
local shared = event.to:is("battlefield") | event.to:is("stack") | event.to:is("command")
local is_new = event.card:is_not(none) | event.copied:is_not(none)

return events {
  -- Moving (400.7). What is said of one way to move is an alias: it costs nothing.
  event {
    "move",
    fields = {
      who = "ref",
      from = "sym",
      to = "sym",
      under = "ref",
      position = "int",
      same = "flag",
      tapped = "flag",
      card = "sym", -- a token is made of it (111.1), or
      copied = "ref", -- is a copy of this
    },
    affected = "who",
    enters = true,
    matters = event.who:is_not(none) | is_new,
    -- A token that has left does not come back (111.8).
    can = event.who.token:is(false) | event.who.zone:is("battlefield"),
    defaults = {
      from = event.who.zone,
      same = event.who.zone:is("stack") & event.to:is("battlefield"), -- 400.7a
    },
    does = {
      moves {
        event.who,
        to = event.to,
        player = event.who.owner,
        position = event.position,
        same = event.same,
        as = "became",
        when = ~shared,
      },
      moves {
        event.who,
        to = event.to,
        position = event.position,
        same = event.same,
        as = "became",
        when = shared,
      },
      spawns { of = event.card, as = "became", when = event.card:is_not(none) },
      spawns { event.copied, as = "became", when = event.copied:is_not(none) },
      base { named.became, owner = event.under, token = true, when = is_new },
      moves { named.became, to = event.to, same = true, when = is_new },
      base { named.became, controller = named.became.owner },
      base {
        named.became,
        controller = event.under,
        when = event.under:is_not(none) & event.to:is("battlefield"),
      },
      base { named.became, tapped = true, when = event.tapped },
    },
  },
  alias { "enter", of = "move", gives = { to = "battlefield" }, enters = true },
  alias { "leave", of = "move", where = event.from:is("battlefield"), looks_back = true },
  alias { "exile", of = "move", gives = { to = "exile" } },
  alias { "bounce", of = "move", gives = { to = "hand" } },
  alias { "bury", of = "move", gives = { to = "graveyard" } },
  alias {
    "die",
    of = "move",
    where = event.from:is("battlefield") & event.to:is("graveyard") & event.who:being("creature"),
    looks_back = true, -- 603.10a
  },
  event {
    "create", -- 111.1: `player` makes so many tokens
    fields = {
      player = "ref",
      card = "sym",
      copied = "ref",
      count = "int",
      tapped = "flag",
    },
    affected = "player",
    matters = event.count:at_least(1),
    defaults = { count = 1 },
    results = {
      move {
        times = event.count,
        card = event.card,
        copied = event.copied,
        to = "battlefield",
        under = event.player,
        tapped = event.tapped,
      },
    },
  },
  event {
    "destroy",
    fields = { who = "ref", no_regeneration = "flag" },
    affected = "who",
    can = ~event.who:with("indestructible"), -- 702.12b
    results = { bury { who = event.who, from = "battlefield" } },
  },
  event {
    "sacrifice",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    defaults = { player = event.who.controller },
    results = { bury { who = event.who, from = "battlefield" } },
  },
  event {
    "discard",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    defaults = { player = event.who.owner },
    results = { bury { who = event.who, from = "hand", cause = event.cause, by = event.by } },
  },

  -- Cards of a library (121, 701.17).
  event {
    "draw_cards",
    fields = { player = "ref", count = "int" },
    affected = "player",
    matters = event.count:at_least(1),
    can = event.player.can_draw,
    one_by_one = { event.count, draw { player = event.player } }, -- 121.2
  },
  event {
    "draw",
    fields = { player = "ref" },
    affected = "player",
    can = event.player.can_draw,
    one_by_one = {
      move { who = top_of("library", event.player), from = "library", to = "hand" },
      draw_nothing {
        player = event.player,
        when = top_of("library", event.player):is(none), -- 704.5b
      },
    },
  },
  event {
    "draw_nothing",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, drew_from_nothing = true } },
  },
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
  event {
    "shuffle",
    fields = { player = "ref" },
    affected = "player",
    does = { shuffles { event.player, zone = "library" } },
  },

  -- Life (119).
  event {
    "gain_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    matters = event.amount:at_least(1),
    can = event.player.can_gain_life,
    merge_by = "cause", -- 702.15: one gain for each source
    merge_sum = "amount",
    does = { base { event.player, life = add(event.amount) } },
  },
  event {
    "lose_life",
    fields = { player = "ref", amount = "int", by_damage = "flag" },
    affected = "player",
    matters = event.amount:at_least(1),
    does = { base { event.player, life = sub(event.amount) } },
  },
  event {
    "pay_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    can = event.player.life:at_least(event.amount), -- 119.4
    one_by_one = { lose_life { player = event.player, amount = event.amount } },
  },
  event {
    "set_life",
    fields = { player = "ref", amount = "int" },
    affected = "player",
    one_by_one = { -- 119.5
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

  -- Damage and what comes of it (120.3, 120.4c).
  event {
    "damage",
    fields = {
      source = "ref",
      who = "ref",
      amount = "int",
      combat = "flag",
      unpreventable = "flag",
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
        cause = event.source,
        when = event.who.seat:at_least(1) & event.source:with("infect"),
      },
      put_counters {
        who = event.who,
        kind = "-1/-1",
        count = event.amount,
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
  event {
    "put_counters",
    fields = { who = "ref", kind = "sym", count = "int", player = "ref", cost = "flag" },
    affected = "who",
    matters = event.count:at_least(1),
    does = { counts { event.who, kind = event.kind, count = event.count } },
  },
  event {
    "remove_counters",
    fields = { who = "ref", kind = "sym", count = "int", player = "ref" },
    affected = "who",
    matters = event.count:at_least(1),
    does = { counts { event.who, kind = event.kind, count = -event.count } },
  },
  event {
    "tap",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.tapped:is(false),
    does = { base { event.who, tapped = true } },
  },
  event {
    "untap",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who.tapped:is(true),
    does = { base { event.who, tapped = false } },
  },
  event {
    "attach",
    fields = { who = "ref", host = "ref" },
    affected = "who",
    matters = event.who.attached:is_not(event.host), -- 701.3b
    does = { base { event.who, attached = event.host } },
  },
  event {
    "regenerate", -- 614.8, 701.19
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, damage = 0, tapped = true } },
  },

  -- Turns (500).
  event {
    "phase_begins",
    fields = { phase = "sym", player = "ref" },
    affected = "player",
  },

  -- The end (104).
  event {
    "lose_game",
    fields = { player = "ref" },
    affected = "player",
    matters = event.player.has_lost:is(false),
    does = { base { event.player, has_lost = true } },
  },
  event {
    "win_game",
    fields = { player = "ref" },
    affected = "player",
    does = { base { event.player, has_won = true } },
  },
  event {
    "leave_stack", -- 608.2n: what was a spell
    fields = { who = "ref" },
    affected = "who",
    results = { bury { who = event.who, from = "stack" } },
  },
  event {
    "vanish", -- 111.7, 704.5d
    fields = { who = "ref" },
    affected = "who",
    does = { ceases { event.who } },
  },

  -- State-based actions (704.5). What attachments do is not among them yet.
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
    "legend rule", -- 704.5j
    each.legendary:where(it.name:is_not(none)):where(exists(the_game:where(it.legend_rule))),
    keep_one = { "name", "controller" },
    act = bury { who = it },
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

  play {
    turn_player = each.player:where(it.active),
    next_player = "next_player",
    stack = "stack",
    resolved = "leave_stack",
    log_clock = "turn",
  },
}
