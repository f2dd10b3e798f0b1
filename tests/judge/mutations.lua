--- Changes the judge in one line at a time: the comparison must notice each, and nothing without.
--- What is noticed here is noticed in the engine, too: both sides are only compared.
---
---   lua5.4 mutations.lua <worlds for each>

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/../support/?.lua;" .. package.path

local strata = require("strata")
local telling = require("telling")

--- { module, text, text instead, what is wrong then }
local MUTATIONS <const> = {
  { "replace", "event.applied[one.identity] = true", "", "614.5: applied once more" },
  {
    "happen",
    "part.applied[identity] = true",
    "part.applied[identity] = nil",
    "614.5: again to what is contained",
  },
  {
    "replace",
    "if one.class == best then",
    "if one.class >= best then",
    "616.1a-e: classes do not come first",
  },
  {
    "replace",
    "a.turn < b.turn or a.turn == b.turn and a.place < b.place",
    "a.place < b.place",
    "616.1: who is not first in turn order decides first",
  },
  {
    "watchers",
    "(entity.alive or entity.own) and entity or NONE",
    "NONE",
    "616.1: an affected player does not decide",
  },
  { "replace", "return true, one\n", "return false, one\n", "614.17: what cannot happen does" },
  {
    "replace",
    "event.fields[field] = event.fields[field] - less",
    "event.fields[field] = event.fields[field]",
    "615: nothing is prevented",
  },
  {
    "programs",
    "if event.gone or own == nil or #own.list == 0 then",
    "if true then",
    "614.15: nobody changes what they make themselves",
  },
  {
    "replace",
    "if is_unpreventable(x, event) then\n    x:count",
    "if false then\n    x:count",
    "615.12: what cannot be prevented is",
  },
  {
    "replace",
    "sum <= left then",
    "sum > 0 then",
    "615.7: nobody divides what is left of a prevention",
  },
  {
    "replace",
    "watchers.spend(x.world, one.row, less)",
    "",
    "615.7: a prevention is not used up",
  },
  {
    "watchers",
    "or is_delayed and 1",
    "",
    "603.7b: a delayed trigger triggers again and again",
  },
  {
    "happen",
    "(to == nil or to == zone)",
    "true",
    "400.6: an object goes to the first of two zones",
  },
  {
    "programs",
    "return x:ask({ purpose = \"number\"",
    "return least or x:ask({ purpose = \"number\"",
    "nobody is asked for a number",
  },
  {
    "replace",
    "event.settled = stands(x, event)",
    "event.settled = event.settled ~= nil or stands(x, event)",
    "614.17: what has changed is not judged again",
  },
  {
    "replace",
    "new == NONE then",
    "new ~= nil then",
    "614.12: an object is judged as it is before it enters",
  },
  {
    "watchers",
    "(code.own or false) == own",
    "true",
    "614.12: what is there acts on others that enter, too",
  },
  {
    "programs",
    "new.applied[identity] = true",
    "new.applied[identity] = nil",
    "614.5: applied again to what takes its place",
  },
  {
    "happen",
    'match(self, list, true, matched, "trigger")\n  perform(self, list)',
    'perform(self, list)\n  match(self, list, true, matched, "trigger")',
    "603.10: nothing looks back",
  },
  {
    "happen",
    "once[one.identity] = one.code.batch",
    "once[one.identity] = nil",
    "603.2c: one or more triggers for each",
  },
  {
    "happen",
    "and expr.holds(watchers.scope(x.world, one, seen), one.code.only_if)",
    "",
    "603.4: the condition is not asked as it triggers",
  },
  {
    "settle",
    "if not expr.holds(scope, found.watcher.code.only_if) then",
    "if false then",
    "603.4: the condition is not asked as it resolves",
  },
  { "settle", "return at < bt", "return at > bt", "603.3b: players are in the wrong order" },
  {
    "settle",
    "if target.alive and expr.holds(inside, instruction.who) then",
    "if true then",
    "608.2b: illegal targets stay",
  },
  { "settle", "return legal or not any", "return true", "608.2b: without targets it resolves" },
  {
    "settle",
    "local found = table.remove(world.stack)",
    "local found = table.remove(world.stack, 1)",
    "608.1: the bottom of the stack resolves",
  },
  {
    "action",
    "for place = 0, 7 do",
    "for place = 0, 0 do",
    "101.4: of three players two are last",
  },
  {
    "happen",
    "  end_durations(self, ends)\n",
    "",
    "610.3: no event ends a duration",
  },
  {
    "happen",
    "x:nest(x.happen, x, list)",
    "for _, event in ipairs(list) do x:happen({ event }) end",
    "610.3d: what ends happens one after the other",
  },
  {
    "happen",
    "and not x.world.latched[one.identity]",
    "and true",
    "603.8: a state triggers again before that is done",
  },
  {
    "happen",
    "x.world.latched[found.watcher.identity] = nil",
    "",
    "603.8: a state triggers once",
  },
  {
    "settle",
    "self:trigger_states()",
    "",
    "603.8: a state that still holds does not trigger again",
  },
  { "settle", "if known[key] then", "if false then", "704.7: the same event happens twice" },
  {
    "settle",
    "    check(self)\n",
    "",
    "704.3: no state-based action",
  },
  {
    "settle",
    "if #events == 0 or #x:happen(events) == 0 then",
    "if #events == 0 or #x:happen(events) < 99 then",
    "704.3: they are checked once",
  },
  {
    "settle",
    "entity.stamp > newest.stamp",
    "entity.stamp < newest.stamp",
    "704.5z: the oldest is kept",
  },
  {
    "watchers",
    "return a.stamp < b.stamp",
    "return a.stamp > b.stamp",
    "the newest watcher comes first",
  },
  {
    "watchers",
    "world.limits = {}",
    "world.limits = world.limits",
    "603.2i: a limit holds for good",
  },
}

local MODULES <const> = {
  "action",
  "ask",
  "codes",
  "compare",
  "dice",
  "expr",
  "happen",
  "programs",
  "replace",
  "settle",
  "sides",
  "watchers",
  "world",
  "worlds",
}

local function text_of(name)
  local file <close> = assert(io.open(("%s/%s.lua"):format(here, name)))
  return file:read("a")
end

--- A text in which something that stands there once is changed.
local function changed(text, mutation)
  local first, last = text:find(mutation[2], 1, true)
  assert(first, "not in the judge any more: " .. mutation[2])
  assert(not text:find(mutation[2], last + 1, true), "twice in the judge: " .. mutation[2])
  return text:sub(1, first - 1) .. mutation[3] .. text:sub(last + 1)
end

--- The modules of the judge, one of them changed.
local function load_all(mutation)
  local texts = {}
  for _, name in ipairs(MODULES) do
    package.loaded[name], texts[name] = nil, text_of(name)
  end
  if mutation then
    texts[mutation[1]] = changed(texts[mutation[1]], mutation)
  end
  for _, name in ipairs(MODULES) do
    package.preload[name] = assert(load(texts[name], "=" .. name))
  end
  return require("compare"), require("worlds")
end

--- The number of the first world that shows a difference, or nil. A judge that fails has noticed
--- nothing: it is an error here.
local function noticed(mutation, count)
  local compare, worlds = load_all(mutation)
  for seed = 1, count do
    if compare.play(strata, worlds.world(seed), {}) then
      return seed
    end
  end
  return nil
end

io.stdout:setvbuf("line")

local function main(count)
  local missed = 0
  if noticed(nil, count) then
    print("there are differences without any change")
    missed = 1
  end
  for _, mutation in ipairs(MUTATIONS) do
    local seed = noticed(mutation, count)
    missed = missed + (seed and 0 or 1)
    local what = seed and ("world %5d  "):format(seed) or "NOT NOTICED  "
    print(what .. mutation[4])
  end
  print(("%d changes, %d not noticed"):format(#MUTATIONS, missed))
  return missed == 0
end

os.exit(main(telling.number(arg[1], 500)), true)
