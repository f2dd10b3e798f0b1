--- What the tab key offers in a session where the fields of a value would not help: behind a
--- command, behind `each.`, among the fields of a call such as world:effect { ... }.
local strata = require("strata")
local host = require("strata.host")
local help_texts = require("strata.help.help_texts")

local M = {}

local function is_entity(value)
  local meta = type(value) == "userdata" and host.metatable(value)
  return meta and meta.__name == "entity"
end

--- The names of the rules of the session's world, of one kind; none without a world.
local function rules_names(env, kind)
  local world = env.world
  local meta = type(world) == "userdata" and host.metatable(world)
  return meta and meta.__name == "world" and world.rules:names(kind) or {}
end

--- The names of the session that are entities.
local function entity_names(env)
  local names = {}
  for name, value in host.sorted_pairs(env) do
    names[#names + 1] = type(name) == "string" and is_entity(value) and name or nil
  end
  return names
end

local function joined(list, more)
  return table.move(more, 1, #more, #list + 1, list)
end

--- Behind ENTITY. of a command: its attributes.
local function attributes_behind_dot(env, rest)
  local stem = rest:match("^.+%.([%w_]*)$")
  if stem then
    return rules_names(env, "attributes"), stem
  end
end

-- What may follow a command; each returns names, and what is typed of one.
local COMMANDS <const> = {
  [":layers"] = function(env, rest)
    return rules_names(env, "layers"), rest
  end,
  [":show"] = function(env, rest)
    return entity_names(env), rest
  end,
  [":why"] = function(env, rest)
    local names, stem = attributes_behind_dot(env, rest)
    if names then
      return names, stem
    end
    return joined(entity_names(env), rules_names(env, "events")), rest
  end,
  [":why_not"] = function(env, rest)
    if rest:find(" ", 1, true) then
      return rules_names(env, "events"), rest:match("%S*$")
    end
    return entity_names(env), rest
  end,
}

local function of_command(text, env)
  local command, rest = text:match("^(:%S+)%s+(.*)$")
  local offers = COMMANDS[command]
  if offers then
    return offers(env, rest)
  end
end

-- -- Fields of a call ----------------------------------------------------------

--- The place of the innermost brace that is open at the end of a text, nil if none is.
local function open_brace(text)
  local open, quote = {}, nil
  for at = 1, #text do
    local sign = text:sub(at, at)
    if quote then
      quote = sign ~= quote and quote or nil
    elseif sign == '"' or sign == "'" then
      quote = sign
    elseif sign == "{" then
      open[#open + 1] = at
    elseif sign == "}" then
      open[#open] = nil
    end
  end
  return open[#open]
end

--- The described function that is called: "world:effect" is World:effect.
local function called_entry(path)
  for _, entry in ipairs(help_texts.find(path)) do
    local is_method = path:find(":", 1, true) and entry.name:find(":", 1, true)
    if entry.kind == "function" and (is_method or entry.name == path) then
      return entry
    end
  end
end

--- The fields of the tables that a function takes, and whether attributes are fields too.
local function fields_of(entry)
  local names, has_others = {}, false
  for _, param in ipairs(entry.params) do
    local class = param.type:match("strata%.%u[%w_]*")
    local described = class and help_texts.find(class)[1]
    for _, field in ipairs(described and described.kind == "class" and described.fields or {}) do
      has_others = has_others or field.name:find("^%[string") ~= nil
      names[#names + 1] = field.name:match("^[%a_][%w_]*")
    end
  end
  return names, has_others
end

local function of_call(text, env)
  local stem = text:match("[{,]%s*([%a_][%w_]*)$") or text:match("[{,]%s*()$") and ""
  local brace = stem and open_brace(text)
  local path = brace and text:sub(1, brace - 1):match("([%a_][%w_.:]*)%s*%(?%s*$")
  local entry = path and called_entry(path)
  if not entry then
    return nil
  end
  local names, has_others = fields_of(entry)
  if #names > 0 then
    return has_others and joined(names, rules_names(env, "attributes")) or names, stem
  end
end

-- -- The line --------------------------------------------------------------------

--- What the tab key offers behind a text; nil where the fields of a value are meant.
---@param text string the line up to the cursor
---@param env table<string, any> the session's names
---@return string[]|nil names
---@return string|nil stem what is typed of one
function M.of(text, env)
  if text:find("^:") then
    return of_command(text, env)
  end
  local stem = text:match("%f[%w_]each%.([%w_]*)$")
  if stem and rawequal(env.each, strata.each) then
    return rules_names(env, "symbols"), stem
  end
  return of_call(text, env)
end

return M
