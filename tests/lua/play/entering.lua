--- What enters is seen as it would be by whoever watches for it, as it is by its event's own
--- condition, and as it has become behind its event.
local check = require("check")
local strata = require("strata")
local equal = check.equal

--- Rules in which cards move. `codes` are watchers: of the ability of that name, which functions
--- where cards come from, or of a law. `move` are further words of the event.
local function rules_of(codes, laws, move)
  local spec = {
    layers = { "values" },
    attributes = {
      owner = { "ref", kept = true, unlayered = true },
      controller = { "ref", unlayered = true },
      marks = { "int", unlayered = true },
      abilities = "abilities",
    },
    zones = { table = { shared = true }, grave = { shared = true }, hand = { shared = true } },
    events = {
      move = {
        fields = { who = "ref", from = "sym", to = "sym" },
        affected = "who",
        does = {
          { "move", who = "event.who", with = { to = "event.to" }, as = "new" },
          {
            "set", "controller",
            who = "$new", value = "event.who.owner", when = "event.to = 'table'",
          },
        },
      },
      enter = {
        of = "move", where = "event.from != 'table' and event.to = 'table'", enters = true,
      },
      mark = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "marks", who = "event.who", value = 1 } },
      },
    },
    codes = codes,
    abilities = {},
    laws = laws,
  }
  for name in pairs(codes) do
    spec.abilities[name] = { zones = { "grave" }, codes = { name } }
  end
  for word, value in pairs(move or {}) do
    spec.events.move[word] = value
  end
  return strata.rules(spec)
end

--- A card of a player.
local function put(world, zone, owner, ...)
  return world:spawn({ owner = owner, abilities = { ... } }):move(zone, { same = true })
end

local function enter(world, card, by)
  world:act("move", { who = card, from = card.zone, to = "table" }, { by = by })
  return card:is_alive() and card.zone or card:successor().zone
end

-- What something says of its controller means the player who would control it, however it is said
-- (614.12): the one who has nobody is not stopped, the one who will have its owner is.
do
  local says = {
    plainly = "event.by = this.controller",
    ["in passing"] = "this.controller = event.by and true",
    ["as one of two"] = "event.by = this.controller or false",
  }
  for name, when in pairs(says) do
    for role, code in pairs({
      replace = { "replace", "enter", when = when, { "nothing" } },
      cant = { "cant", "enter", when = when },
    }) do
      local what = role .. ", " .. name
      local world = rules_of({ ["test:stay"] = code }):world()
      local owner = world:spawn()
      local function card()
        return put(world, "grave", owner, "test:stay")
      end
      local elsewhere = put(world, "hand", owner, "test:stay")
      equal(enter(world, elsewhere, owner), "table", what .. ": elsewhere")
      equal(enter(world, card()), "table", what .. ": nobody lets it enter")
      equal(enter(world, card(), owner), "grave", what .. ": its owner does")
    end
  end
end

-- What the type of an event says of itself is asked of what is there, whoever listens.
do
  local other = { ["test:other"] = { "cant", "enter", when = "event.by = event.who" } }
  for _, laws in ipairs({ false, { law = { codes = { "test:other" } } } }) do
    local rules = rules_of(other, laws or nil, { can = "event.who.zone = event.from" })
    local world = rules:world()
    equal(enter(world, put(world, "hand", world:spawn())), "table", "it comes from its hand")
    local one = put(world, "hand", world:spawn())
    world:act("move", { who = one, from = "grave", to = "table" })
    equal(one.zone, "hand", "it does not come from where it is not")
  end
end

-- Behind its own entry an object that says "this" means what it is now, a new one (400.7).
do
  local others = { "emit", "mark", who = "zone = 'table' and it != this", with = { who = "it" } }
  local codes = { ["test:others"] = { "replace", "enter", { "then", others } } }
  local world = rules_of(codes):world()
  local owner = world:spawn()
  local there, card = put(world, "table", owner), put(world, "grave", owner, "test:others")
  enter(world, card)
  equal({ there.marks, card:successor().marks }, { 1, 0 }, "others")
end

-- Behind its event what has entered is there as any other (615.5); what is part of how it enters
-- does not find it yet (614.13).
do
  local marks = { "emit", "mark", who = "zone = 'table'", with = { who = "it" } }
  for name, wanted in pairs({ ["then"] = 1, also = 0 }) do
    local codes = { ["test:marks"] = { "replace", "enter", { name, marks } } }
    local world = rules_of(codes, { law = { codes = { "test:marks" } } }):world()
    local owner = world:spawn()
    local there, away = put(world, "table", owner), put(world, "hand", owner)
    local card = put(world, "hand", owner)
    enter(world, card)
    equal(card:successor().marks, wanted, name .. ": what has entered")
    equal({ there.marks, away.marks }, { 1, 0 }, name .. ": what was there, and what was not")
  end
end

-- What follows an entry has the object that has entered as its source (607.2), also where its maker
-- changes it (614.15); what follows a leaving has the object as it was (113.7a).
do
  local mark = { "emit", "mark", with = { who = "event.who" } }
  local changed = { "emit", "mark", { "instead", mark }, with = { who = "event.who" } }
  for how, instruction in pairs({ plainly = mark, ["changed by its maker"] = changed }) do
    local codes = {
      ["test:in"] = { "replace", "enter", when = "event.who = this", { "then", instruction } },
      ["test:out"] = { "replace", "move", when = "event.who = this", { "then", instruction } },
    }
    local world = rules_of(codes):world()
    local owner = world:spawn()
    local entering = put(world, "grave", owner, "test:in")
    local leaving = put(world, "grave", owner, "test:out")
    enter(world, entering)
    world:act("move", { who = leaving, from = "grave", to = "hand" })
    local sources = {}
    for row in world:log() do
      sources[#sources + 1] = row.kind == "mark" and row.what == "happened" and row.source or nil
    end
    equal(sources, { entering:successor(), leaving }, how)
  end
end
