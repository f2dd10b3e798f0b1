--- Provenance: the pack and place that made each thing, and the packs that changed it.
local file_outline = require("strata.base.file_outline")
local json_writer = require("strata.base.json_writer")
local spelling = require("strata.base.spelling")
local text_width = require("strata.base.text_width")
local host = require("strata.host")
local library_sections = require("strata.lang.library_sections")
local amend_targets = require("strata.link.amend_targets")
local amended_fields = require("strata.link.amended_fields")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.Origin
---@field kind string "card", "law", "keyword", "event", "attribute", "handler", "rule", ...
---@field name string
---@field title? string a card's name
---@field pack string who made it
---@field path string
---@field line integer
---@field altered strata.Altered[] by others, in order
---@field is_abstract? boolean a card of which nothing is made
---@field is_gone? boolean another pack has taken it out
---@field taken? strata.Taking[] what a card has of one that it is like

-- -- What rules say ----------------------------------------------------------

-- What the fields of rules declare, by name, besides those of the library.
local SECTIONS <const> = {
  attributes = "attribute",
  clocks = "clock",
  counters = "counter",
  durations = "duration",
  groups = "group",
  keyword_counters = "counter",
  keywords = "keyword",
  nouns = "noun",
  zones = "zone",
}

local function short_text(value)
  return type(value) == "table" and "{ ... }" or amended_fields.said(value)
end

--- Origins in the rules are noted while rulesets are merged: the pack that declares a thing first,
--- and the packs that change it.
---@class strata.RuleOrigins
---@field by_key table<string, strata.Origin>
---@field written table<string, strata.Write[]> by what is written
---@field list strata.Origin[]

---@return strata.RuleOrigins
function M.of_rules()
  return { by_key = {}, written = {}, list = {} }
end

--- The thing that keys of a ruleset lead to: its kind, its name, and the part of it that the keys
--- name.
local function subject(keys, new)
  local kind = SECTIONS[keys[1]] or library_sections.KINDS[keys[1]]
  if not kind then
    return "rule", keys[1], table.concat(keys, ".", 2)
  elseif math.type(keys[2]) == "integer" then
    return kind, short_text(new), ""
  end
  return kind, tostring(keys[2]), table.concat(keys, ".", 3)
end

--- The origin of the thing that keys lead to; it is created for the first pack that declares any
--- part of it.
local function need_origin(into, files, part, keys, kind, name)
  local key = kind .. " " .. name
  local origin = into.by_key[key]
  if not origin then
    local own = table.move(keys, 1, kind == "rule" and 1 or 2, 1, {})
    origin = { kind = kind, name = name, pack = part.pack.name, path = part.path, altered = {} }
    origin.line = file_outline.nested_line(files:outline(part.path), own)
    into.by_key[key] = origin
    into.list[#into.list + 1] = origin
  end
  return origin
end

--- Whether one pack declares all of a thing: two declarations of one name are a conflict, even
--- where they say nothing of the same.
local function is_whole(section)
  return library_sections.KINDS[section] ~= nil and not library_sections.VALUES[section]
end

local function note_write(into, key, row, pack, change)
  into.written[key] = into.written[key] or {}
  table.insert(into.written[key], { row = row, pack = pack, change = change })
end

--- Whether a part declares a thing itself, beside the pack that declared it first and that its own
--- does not name.
local function is_declaring(origin, pack)
  return origin.pack == pack.name or not pack_graph.names(pack, origin.pack)
end

--- Note that a pack declares all of a thing; once for each pack.
local function note_whole(into, files, part, keys, origin)
  local key, whole = table.concat(keys, ".", 1, 2), { keys[1], keys[2] }
  local last = into.written[key] and into.written[key][#into.written[key]]
  if last and last.pack == part.pack then
    return
  end
  local row = { what = origin.name, old = last and "{ ... }" or "none", new = "{ ... }" }
  row.pack, row.path = part.pack.name, part.path
  row.line = file_outline.nested_line(files:outline(part.path), whole)
  origin.altered[#origin.altered + 1] = last and row or nil
  note_write(into, key, row, part.pack, "instead")
end

--- What a part says of a thing, as a row; of a list one more item.
local function row_of(files, part, keys, name, row)
  row.pack, row.path = part.pack.name, part.path
  row.line = file_outline.nested_line(files:outline(part.path), keys)
  if math.type(keys[#keys]) == "integer" then
    row.what, row.old, row.new = name, "what it lists", ("that and %s"):format(row.new)
  end
  return row
end

--- Note what a part of the rules says: see strata.lang.ruleset.
---@param into strata.RuleOrigins
---@param files strata.Files
---@param part table { pack, path }
---@param keys (string|integer)[]
---@param old any
---@param new any
function M.note_rule(into, files, part, keys, old, new)
  local kind, name, what = subject(keys, new)
  local origin = need_origin(into, files, part, keys, kind, name)
  local is_item, is_other = math.type(keys[#keys]) == "integer", origin.pack ~= part.pack.name
  if is_whole(keys[1]) and is_declaring(origin, part.pack) then
    return note_whole(into, files, part, keys, origin)
  elseif is_item and not is_other then
    return -- a list that the same pack begins
  end
  local said = { what = what ~= "" and what or name, old = short_text(old), new = short_text(new) }
  local row = row_of(files, part, keys, name, said)
  if is_other then
    origin.altered[#origin.altered + 1] = row
  end
  if not is_item then
    note_write(into, table.concat(keys, "."), row, part.pack)
  end
end

-- -- All of a game -----------------------------------------------------------

local function add_origin(list, game, kind, name, item, more)
  local pack = pack_graph.of_file(game.packs, item.path)
  local origin = { kind = kind, name = name, path = item.path, line = item.line, altered = {} }
  origin.pack = pack and pack.name or "?"
  for key, value in host.sorted_pairs(more or {}) do
    origin[key] = value
  end
  list[#list + 1] = origin
end

local function add_card(list, game, draft)
  local more = { title = draft.given.name, altered = draft.altered, taken = draft.taken }
  more.is_abstract = draft.is_abstract
  add_origin(list, game, "card", draft.id, draft.item, more)
  if draft.back then
    add_card(list, game, draft.back)
  end
end

-- What a declaration is called, if not by its word: there is one of each.
local ALONE <const> = { course = "rule", play = "rule" }

--- The words of a declaration, if its name is another.
local function title_of(declared)
  local said = declared.item.given[1]
  return type(said) == "string" and said ~= declared.name and said or nil
end

--- Checks, periods, the course and the play of files of events, and actions of files of laws.
local function add_declarations(list, game)
  for _, declared in ipairs(game.declarations.list) do
    local kind = declared.kind
    local name = kind == "action" and amend_targets.id_of(game, declared) or declared.name
    if kind ~= "keyword" and kind ~= "law" then
      local more = { altered = declared.altered, is_gone = declared.gone ~= nil or nil }
      more.title = title_of(declared)
      add_origin(list, game, ALONE[kind] or kind, name, declared.item, more)
    end
  end
end

--- The origins of everything that packs have made, in the order of rules, events, what files
--- declare besides, laws, keywords, handlers, cards.
---@param game strata.Game
---@return strata.Origin[]
function M.all(game)
  local list = table.move(game.rule_origins.list, 1, #game.rule_origins.list, 1, {})
  for name, known in host.sorted_pairs(game.kinds.known) do
    add_origin(list, game, "event", name, known)
  end
  add_declarations(list, game)
  for name, item in host.sorted_pairs(game.law_items) do
    if item.word ~= "action" then
      add_origin(list, game, item.word, name, item)
    end
  end
  for name, item in host.sorted_pairs(game.code_items) do
    add_origin(list, game, "handler", name, item)
  end
  for _, drafts in ipairs({ game.drafts.list, game.drafts.abstract }) do
    for _, draft in ipairs(drafts) do
      add_card(list, game, draft)
    end
  end
  return list
end

--- All origins with a name: with the pack in front, without it, or as a card prints it.
---@param game strata.Game
---@param name string
---@return strata.Origin[] found none if nothing is
---@return string hint the nearest name, if nothing is found
function M.find(game, name)
  local found, names = {}, {}
  for _, origin in ipairs(M.all(game)) do
    local bare = origin.name:match(":(.+)$")
    if origin.name == name or origin.title == name or bare == name then
      found[#found + 1] = origin
    end
    for _, one in ipairs({ origin.name, origin.title or bare }) do
      names[#names + 1] = one
    end
  end
  return found, #found == 0 and spelling.hint(name, names) or ""
end

-- -- As text -----------------------------------------------------------------

local function said_title(origin)
  local title = origin.title and (" '%s'"):format(origin.title) or ""
  title = origin.is_abstract and title .. " (abstract)" or title
  return origin.is_gone and title .. " (taken out)" or title
end

--- An origin as lines of text: the pack that made the thing, and a line for each change.
---@param origin strata.Origin
---@return string
function M.text(origin)
  local title = said_title(origin)
  local form = "%s %s%s: made by %s, %s:%d"
  local lines = {
    form:format(origin.kind, origin.name, title, origin.pack, origin.path, origin.line),
  }
  local width, taken = 0, origin.taken or {}
  for _, list in ipairs({ taken, origin.altered }) do
    for _, row in ipairs(list) do
      width = math.max(width, text_width.count(row.what))
    end
  end
  for _, row in ipairs(taken) do
    local what = text_width.padded(row.what, width)
    local line = "  %s  %s  as %s, %s:%d"
    lines[#lines + 1] = line:format(what, row.value, row.of, row.path, row.line)
  end
  for _, row in ipairs(origin.altered) do
    local line = "  %s  %s -> %s  by %s, %s:%d"
    local what = text_width.padded(row.what, width)
    lines[#lines + 1] = line:format(what, row.old, row.new, row.pack, row.path, row.line)
  end
  return table.concat(lines, "\n")
end

--- An origin as a line of JSON.
---@param origin strata.Origin
---@return string
function M.json(origin)
  local rows = {}
  for i, row in ipairs(origin.altered) do
    rows[i] = ("{%s}"):format(
      json_writer.fields(row, { "what", "old", "new", "pack", "path", "line" })
    )
  end
  local own = json_writer.fields(origin, { "kind", "name", "title", "pack", "path", "line" })
  local taken = {}
  for i, row in ipairs(origin.taken or {}) do
    taken[i] = ("{%s}"):format(json_writer.fields(row, { "what", "value", "of", "path", "line" }))
  end
  local more = origin.taken and (', "taken": [%s]'):format(table.concat(taken, ", ")) or ""
  return ('{%s, "altered": [%s]%s}'):format(own, table.concat(rows, ", "), more)
end

return M
