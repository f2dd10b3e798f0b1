--- What happens in the classic game: kinds of events, and words for some of them.
---
--- Which card is on top of a library no expression can say, so drawing and milling are handlers.
return events {
  handlers = { "classic:draw", "classic:mill" },

  -- Moving (400.7). What is said of one way to move is an alias: it costs nothing.
  event {
    "move",
    fields = {
      who = "ref",
      from = "sym",
      to = "sym",
      player = "ref",
      position = "int",
      same = "flag",
      tapped = "flag",
    },
    affected = "who",
    enters = true,
    matters = event.who:is_not(none),
    does = {
      moves {
        event.who,
        to = event.to,
        player = event.player,
        position = event.position,
        same = event.same,
        as = "became",
      },
      base { named.became, tapped = event.tapped, when = named.became:is_not(none) },
    },
  },
  alias { "enter", of = "move", where = event.to:is("battlefield") },
  alias { "leave", of = "move", where = event.from:is("battlefield"), looks_back = true },
  alias {
    "die",
    of = "move",
    where = event.from:is("battlefield") & event.to:is("graveyard") & event.who:being("creature"),
    looks_back = true, -- 603.10a
  },
  event {
    "destroy",
    fields = { who = "ref", no_regeneration = "flag" },
    affected = "who",
    can = ~event.who:with("indestructible"), -- 702.12b
    one_by_one = {
      move { who = event.who, from = "battlefield", to = "graveyard", player = event.who.owner },
    },
  },
  event {
    "sacrifice",
    fields = { who = "ref", player = "ref" },
    affected = "who",
    one_by_one = {
      move { who = event.who, from = "battlefield", to = "graveyard", player = event.who.owner },
    },
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
    does = { runs { "classic:draw", player = event.player } },
  },
  event {
    "mill",
    fields = { player = "ref", count = "int" },
    affected = "player",
    matters = event.count:at_least(1),
    does = { runs { "classic:mill", player = event.player, count = event.count } },
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
    fields = { player = "ref", amount = "int" },
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
      lose_life { player = event.who, amount = event.amount, when = event.who.seat:at_least(1) },
      mark_damage { who = event.who, amount = event.amount, when = event.who:being("creature") },
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
    fields = { who = "ref", amount = "int" },
    affected = "who",
    does = { base { event.who, damage = add(event.amount) } },
  },

  -- Counters (122) and status (110.5).
  event {
    "put_counters",
    fields = { who = "ref", kind = "sym", count = "int", player = "ref" },
    affected = "who",
    amount = "count",
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

  -- Turns.
  event {
    "phase_begins",
    fields = { phase = "sym", player = "ref" },
    affected = "player",
    phases = { "before", "do", { "after", of = "player" } },
  },
  alias { "upkeep", of = "phase_begins", where = event.phase:is("upkeep") },
}
