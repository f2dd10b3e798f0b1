--- The targets of amendments: whose a thing is that a pack changes, and what it is.
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local library_sections = require("strata.lang.library_sections")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

--- Whether the pack is loaded whose thing an amendment changes: an optional one need not be. Raises
--- if the manifest does not name it, or it is the amendment's own.
---@param game strata.Game
---@param amendment table { pack, item }
---@param owner string the name of that pack
---@return boolean
function M.has_owner(game, amendment, owner)
  local item, pack = amendment.item, amendment.pack
  if owner == pack.name then
    local form = "amend: '%s' is of this pack itself; change its file"
    game.files:blame(item, nil, form, item.target)
  elseif not pack_graph.names(pack, owner) then
    local form = "amend: the manifest of '%s' names no '%s'; "
      .. 'write requires or optional = { %s = ">=..." }'
    game.files:blame(item, nil, form, pack.name, owner, owner)
  end
  return pack_graph.find(game.packs, owner) ~= nil
end

--- The id of a declaration, by which amendments call it: "noughts:mark".
---@param game strata.Game
---@param declared strata.Declaration
---@return string
function M.id_of(game, declared)
  local pack = pack_graph.of_file(game.packs, declared.item.path)
  return ("%s:%s"):format(pack and pack.name or "?", declared.name)
end

--- The declarations with an id.
---@param game strata.Game
---@param id string "base:too_many", or as its file says it, "base:too many"
---@return strata.Declaration[]
function M.declared(game, id)
  local found = {}
  for _, declared in ipairs(game.declarations.list) do
    local own, said = M.id_of(game, declared), declared.item.given[1]
    local written = own:match("^[^:]*:") .. (type(said) == "string" and said or "")
    found[#found + 1] = (id == own or id == written) and declared or nil
  end
  return found
end

-- What is amended in which file.
local FILES <const> = {
  action = "laws", check = "events", course = "events", period = "events", play = "events",
  pool = "events",
}

-- What no other pack changes, and what does instead.
local FIXED <const> = {
  event = "it is an event, which keeps what it does; replace { ... } it, watch for it, or write a"
    .. " handler of its chain",
  keyword = "it is a keyword, whose ability stays what it is; give cards another keyword",
  law = "it is a law, which stays what it is; write a law of your own beside it",
  rule = "the rules say it; write extend { ... } in the pack's file of rules",
}

-- What there is one of in a game.
local ALONE <const> = { course = true, play = true }

local function is_of_rules(data, name)
  for section in host.sorted_pairs(library_sections.KINDS) do
    if (data[section] or {})[name] ~= nil then
      return true
    end
  end
  return data[name] ~= nil
end

local function kind_of(game, id)
  local declared, bare = M.declared(game, id)[1], id:match("^[^:]*:(.*)$") or id
  local is_rule = game.schema.attributes[bare] ~= nil or is_of_rules(game.schema.data, bare)
  return declared and declared.kind or game.kinds.known[bare] and "event" or is_rule and "rule"
end

--- The kind of a declaration with its article: "an action".
---@param kind string
---@return string
function M.said_kind(kind)
  return (kind == "action" and "an " or ALONE[kind] and "the " or "a ") .. kind
end

--- What an id names that files of this kind do not amend; nil if it names no such thing.
---@param game strata.Game
---@param id string
---@param where "cards"|"events"|"laws" the files in which the amendment stands
---@return string|nil
function M.other_hint(game, id, where)
  local kind = kind_of(game, id)
  if FIXED[kind] then
    return FIXED[kind]
  elseif kind and FILES[kind] ~= where then
    local form = "it is %s, so the amendment belongs in the pack's file of %s"
    return form:format(M.said_kind(kind), FILES[kind])
  end
  return nil
end

-- What a file amends, for messages, and what other files do.
local WANTED <const> = {
  events = { "check, no period, no pool, no course and no play", "laws amends actions" },
  laws = { "action", "events amends checks, periods, pools, the course and the play" },
}

local function refuse_id(game, item, where)
  local ids = {}
  for _, declared in ipairs(game.declarations.list) do
    ids[#ids + 1] = FILES[declared.kind] == where and M.id_of(game, declared) or nil
  end
  local near = spelling.nearest(item.target, ids)
  local form = near and "amend: no %s '%s'; did you mean '%s'?"
    or "amend: no %s '%s'; the file of %s, and those of cards amend cards"
  game.files:blame(item, nil, form, WANTED[where][1], item.target, near or WANTED[where][2])
end

--- The id that an amendment names, in its present form.
local function present_id(game, item)
  local renames, id = game.files.renames, item.target
  local now = renames:present(id)
  return now and renames:known({ [now] = true }, id, item.path, item.line) or id
end

--- The declaration that an amendment changes; nil if its pack is optional and not loaded.
---@param game strata.Game
---@param amendment table { pack, item }
---@param where "events"|"laws" the files in which it stands
---@return strata.Declaration|nil
function M.need_declared(game, amendment, where)
  local item = amendment.item
  local owner = item.target:match("^([^:]+):")
  if not owner then
    local form = "amend: expected \"pack:name\", whose it is and how it is called, got '%s'"
    game.files:blame(item, nil, form, item.target)
  elseif not M.has_owner(game, amendment, owner) then
    return nil
  end
  local found = M.declared(game, present_id(game, item))
  local other = M.other_hint(game, item.target, where)
  if #found > 1 then
    local form = "amend: '%s' is %s and %s; its pack has to call one of them otherwise"
    local first, second = M.said_kind(found[1].kind), M.said_kind(found[2].kind)
    game.files:blame(item, nil, form, item.target, first, second)
  elseif other then
    game.files:blame(item, nil, "amend: '%s': %s", item.target, other)
  elseif not found[1] then
    refuse_id(game, item, where)
  end
  local gone = found[1].gone
  if gone then
    local form = "amend: '%s' is gone: %s:%d takes it out"
    game.files:blame(item, nil, form, item.target, gone.path, gone.line)
  end
  return found[1]
end

return M
