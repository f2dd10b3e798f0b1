--- Analyses the bytecode of a function without running it: which fields and methods it reads from
--- which values.
---
--- The analysis follows the content of each register along all paths through the function, as long
--- as it is the same on each path: the context of a handler, its event, an entity, the world. It
--- therefore knows that `me.pwoer` is about an entity after `local me = ctx.this`. The bytecode is
--- that of Lua 5.4 (lopcodes.h), which `host.code` reads.
local host = require("strata.host")

local M = {}

---@class strata.Use
---@field of string what is asked: "global", or a kind that M.walk was told of
---@field name string of the field, method or global
---@field line integer
---@field is_call? boolean it is called as a method

---@class strata.Making an event that a function lets happen
---@field kind string
---@field line integer
---@field fields table<string, integer> lines by the names that it gives
---@field texts table<string, string> the texts that it gives by them

---@class strata.Known what the walk is told
---@field fields table<string, table<string, string>> kind -> name -> the kind that it gives
---@field methods table<string, table<string, string>>

---@class strata.Walk
---@field path string
---@field known strata.Known
---@field uses strata.Use[]
---@field makes strata.Making[]
---@field asks table<string, integer>[] lines by the names that a question gives
---@field texts table<string, true> all that stands in it
---@field assigned table<string, true> globals
---@field calls table<function, table<integer, string>> what functions from outside are called with

-- -- Instructions ------------------------------------------------------------

local MOVE <const>, LOADK <const>, LFALSESKIP <const>, LOADNIL <const> = 0, 3, 6, 8
local GETUPVAL <const>, SETUPVAL <const>, GETTABUP <const> = 9, 10, 11
local GETTABLE <const>, GETI <const>, GETFIELD <const> = 12, 13, 14
local SETTABUP <const>, SETFIELD <const>, NEWTABLE <const>, SELF <const> = 15, 18, 19, 20
local MMBIN <const>, MMBINK <const>, CLOSE <const>, JMP <const> = 46, 48, 54, 56
local EQ <const>, TEST <const>, TESTSET <const>, CALL <const>, TAILCALL <const> = 57, 66, 67, 68, 69
local RETURN1 <const>, FORLOOP <const>, FORPREP <const>, TFORPREP <const> = 72, 73, 74, 75
local TFORCALL <const>, TFORLOOP <const>, SETLIST <const> = 76, 77, 78
local VARARG <const>, VARARGPREP <const>, EXTRAARG <const> = 80, 81, 82

local function operation(code)
  return code & 0x7f
end

local function a_of(code)
  return code >> 7 & 0xff
end

local function b_of(code)
  return code >> 16 & 0xff
end

local function c_of(code)
  return code >> 24 & 0xff
end

local function is_constant(code)
  return code >> 15 & 1 == 1
end

local function bx_of(code)
  return code >> 15 & 0x1ffff
end

local function to_next(pc)
  return pc + 1
end

local function to_either(pc)
  return pc + 1, pc + 2
end

local function to_nowhere() end

local function back(pc, code)
  return pc + 1, pc + 1 - bx_of(code)
end

-- Where instructions go on that do not only go to the next, by places from 1.
local JUMPS <const> = {
  [JMP] = function(pc, code)
    return pc + 1 + (code >> 7) - ((1 << 24) - 1)
  end,
  [LFALSESKIP] = function(pc)
    return pc + 2
  end,
  [FORPREP] = function(pc, code)
    return pc + 1, pc + 2 + bx_of(code)
  end,
  [FORLOOP] = back,
  [TFORLOOP] = back,
  [TFORPREP] = function(pc, code)
    return pc + 1 + bx_of(code)
  end,
}
for op = EQ, TESTSET do
  JUMPS[op] = to_either
end
for op = TAILCALL, RETURN1 do
  JUMPS[op] = to_nowhere
end

--- Where it may go on.
local function successors(code, pc)
  return (JUMPS[operation(code)] or to_next)(pc, code)
end

-- -- What registers hold -----------------------------------------------------

--- Forget what is in registers from one on.
local function forget(holds, first)
  for register in next, holds do
    if register >= first then
      holds[register] = nil
    end
  end
end

local function constant(f, place)
  return f.constants[place + 1]
end

--- What a field of a kind gives.
local function gives(walk, kind, name)
  local own = walk.known.fields[kind]
  return own and own[name] or nil
end

--- What a function that stands in a register gives when it is called.
local function result(walk, holds, a)
  local what = holds[a]
  if type(what) == "function" then
    return nil
  elseif what == "global ipairs" then
    return holds[a + 1] == "entities" and "walk" or nil
  end
  local kind, name = (what or ""):match("^method ([^ ]+) (.*)$")
  local own = kind and walk.known.methods[kind]
  return own and own[name] or nil
end

local EFFECTS = {}

EFFECTS[MOVE] = function(_, _, holds, code)
  holds[a_of(code)] = holds[b_of(code)]
end

EFFECTS[LOADK] = function(_, f, holds, code)
  local text = constant(f, bx_of(code))
  holds[a_of(code)] = text and "text " .. text or nil
end

EFFECTS[LOADNIL] = function(_, _, holds, code)
  for register = a_of(code), a_of(code) + b_of(code) do
    holds[register] = nil
  end
end

--- What a function has from outside: another function, or what inner ones are told that it holds.
local function outside(f, place)
  local value = f.values and f.values[place]
  if type(value) == "function" then
    return value
  end
  return f.holds and f.holds[place] or nil
end

EFFECTS[GETUPVAL] = function(_, f, holds, code)
  holds[a_of(code)] = outside(f, b_of(code) + 1)
end

EFFECTS[GETTABUP] = function(_, f, holds, code)
  local name = constant(f, c_of(code))
  local is_global = f.upvalues[b_of(code) + 1][1] == "_ENV"
  holds[a_of(code)] = is_global and name and "global " .. name or nil
end

EFFECTS[GETTABLE] = function(_, _, holds, code)
  holds[a_of(code)] = holds[b_of(code)] == "entities" and "entity" or nil
end

EFFECTS[GETI] = EFFECTS[GETTABLE]

EFFECTS[GETFIELD] = function(walk, f, holds, code)
  local name = constant(f, c_of(code))
  holds[a_of(code)] = name and gives(walk, holds[b_of(code)], name) or nil
end

EFFECTS[NEWTABLE] = function(_, _, holds, code, pc)
  holds[a_of(code)] = "table " .. pc
end

EFFECTS[SELF] = function(_, f, holds, code)
  local a, kind = a_of(code), holds[b_of(code)]
  local name = is_constant(code) and constant(f, c_of(code))
  holds[a + 1] = kind
  holds[a] = kind and name and ("method %s %s"):format(kind, name) or nil
end

EFFECTS[CALL] = function(walk, _, holds, code)
  local a = a_of(code)
  local given = result(walk, holds, a)
  forget(holds, a)
  holds[a] = given
end

EFFECTS[VARARG] = function(_, _, holds, code)
  forget(holds, a_of(code))
end

EFFECTS[TFORCALL] = function(_, _, holds, code)
  local a = a_of(code)
  local is_walk = holds[a] == "walk"
  forget(holds, a + 4)
  holds[a + 5] = is_walk and "entity" or nil
end

EFFECTS[TFORLOOP] = function(_, _, holds, code)
  holds[a_of(code) + 2] = nil
end

EFFECTS[FORPREP] = function(_, _, holds, code)
  forget(holds, a_of(code))
end

EFFECTS[FORLOOP] = EFFECTS[FORPREP]

--- Those that write nowhere; or, of MMBIN, where the one before has written.
local IDLE <const> = {}
for _, range in ipairs({
  { SETUPVAL, SETUPVAL }, { SETTABUP, SETFIELD }, { MMBIN, MMBINK }, { CLOSE, TEST },
  { TFORPREP, TFORPREP }, { SETLIST, SETLIST }, { VARARGPREP, EXTRAARG },
}) do
  for op = range[1], range[2] do
    IDLE[op] = true
  end
end

--- What registers hold behind an instruction.
local function behind(walk, f, before, pc)
  local code, holds = f.code[pc], {}
  for register, what in next, before do
    holds[register] = what
  end
  local op = operation(code)
  if EFFECTS[op] then
    EFFECTS[op](walk, f, holds, code, pc)
  elseif not IDLE[op] then
    holds[a_of(code)] = nil
  end
  return holds
end

--- Keep what two ways have in common; nil if that is what is there.
local function merged(known, other)
  local changed = false
  for register, what in next, known do
    if other[register] ~= what then
      known[register] = nil
      changed = true
    end
  end
  return changed
end

--- What registers hold in front of each instruction that can be come to.
local function flow(walk, f, first)
  local before, waiting = { first }, { 1 }
  local function reach(pc, holds)
    if not pc or not f.code[pc] then
      return
    elseif not before[pc] then
      before[pc] = holds
      waiting[#waiting + 1] = pc
    elseif merged(before[pc], holds) then
      waiting[#waiting + 1] = pc
    end
  end
  while #waiting > 0 do
    local pc = table.remove(waiting)
    local one, other = successors(f.code[pc], pc)
    reach(one, behind(walk, f, before[pc], pc))
    reach(other, other and behind(walk, f, before[pc], pc))
  end
  return before
end

-- -- What is asked -----------------------------------------------------------

local function note_access(walk, of, name, line, is_call)
  if type(of) == "string" and name then
    walk.uses[#walk.uses + 1] = { of = of, name = name, line = line, is_call = is_call }
  end
end

--- What a function names by an instruction.
local function note_use(walk, f, holds, pc)
  local code, line = f.code[pc], f.lines[pc]
  local op = operation(code)
  if op == GETTABUP and f.upvalues[b_of(code) + 1][1] == "_ENV" then
    note_access(walk, "global", constant(f, c_of(code)), line)
  elseif op == SETTABUP and f.upvalues[a_of(code) + 1][1] == "_ENV" then
    walk.assigned[constant(f, b_of(code)) or ""] = true
  elseif op == GETFIELD then
    note_access(walk, holds[b_of(code)], constant(f, c_of(code)), line)
  elseif op == SETFIELD then
    note_access(walk, holds[a_of(code)], constant(f, b_of(code)), line)
  elseif op == SELF and is_constant(code) then
    note_access(walk, holds[b_of(code)], constant(f, c_of(code)), line, true)
  end
end

--- What tables that are made here are given by name: the lines, and the texts that stand there.
local function note_fields(f, before)
  local tables = {}
  for pc, holds in next, before do
    local code = f.code[pc]
    local what = operation(code) == SETFIELD and holds[a_of(code)]
    if type(what) == "string" and what:find("^table ") then
      local noted = tables[what] or { lines = {}, texts = {} }
      local name = constant(f, b_of(code)) or "?"
      tables[what], noted.lines[name] = noted, f.lines[pc]
      noted.texts[name] = is_constant(code) and constant(f, c_of(code)) or nil
    end
  end
  return tables
end

local NO_FIELDS <const> = { lines = {}, texts = {} }

--- ctx:emit("gain_life", { player = p }), ctx:choose { by = p, prompt = "which?" }
local function note_method(walk, f, holds, pc, tables)
  local code = f.code[pc]
  local op, a = operation(code), a_of(code)
  if op ~= CALL and op ~= TAILCALL then
    return
  elseif holds[a] == "method ctx choose" then
    walk.asks[#walk.asks + 1] = (tables[holds[a + 2]] or NO_FIELDS).lines
  elseif holds[a] == "method ctx emit" then
    local kind = (holds[a + 2] or ""):match("^text (.*)$")
    local given = tables[holds[a + 3]] or NO_FIELDS
    local making = { kind = kind, line = f.lines[pc], fields = given.lines, texts = given.texts }
    walk.makes[#walk.makes + 1] = kind and making or nil
  end
end

--- A function from outside is called: what its parameters hold, as far as that is the same in all
--- calls.
local function note_call(walk, f, holds, pc)
  local code = f.code[pc]
  local op, a, count = operation(code), a_of(code), b_of(code) - 1
  local value = holds[a]
  if (op ~= CALL and op ~= TAILCALL) or type(value) ~= "function" then
    return
  end
  local given = {}
  for i = 1, count do
    given[i - 1] = holds[a + i]
  end
  if walk.calls[value] then
    merged(walk.calls[value], given)
  else
    walk.calls[value] = given
  end
end

--- What an inner function has from outside: only what a parameter holds that nothing assigns.
local function inherited(f, inner, first)
  local assigned, holds = {}, {}
  for _, code in ipairs(f.code) do
    local a = a_of(code)
    assigned[a] = assigned[a] or not IDLE[operation(code)]
  end
  for place, upvalue in ipairs(inner.upvalues) do
    local is_register, index = upvalue[2], upvalue[3]
    if is_register and index < f.parameters and not assigned[index] then
      holds[place] = first[index]
    elseif not is_register then
      holds[place] = outside(f, index + 1)
    end
  end
  return holds
end

local function walk_function(walk, f, first)
  local before = flow(walk, f, first)
  local tables = note_fields(f, before)
  for pc = 1, #f.code do
    if before[pc] then
      note_use(walk, f, before[pc], pc)
      note_method(walk, f, before[pc], pc, tables)
      note_call(walk, f, before[pc], pc)
    end
  end
  for _, text in ipairs(f.constants) do
    walk.texts[text or ""] = true
  end
  for _, inner in ipairs(f.inner) do
    inner.holds = inherited(f, inner, first)
    walk_function(walk, inner, {})
  end
end

local walk_value

--- Walk through a function; `first` is what its parameters hold.
local function walk_whole(walks, known, value, first, seen)
  local f = host.code(value)
  local walk = { path = f.path, known = known, uses = {}, makes = {}, asks = {}, texts = {} }
  walk.calls, walk.assigned = {}, {}
  walks[#walks + 1] = walk
  walk_function(walk, f, first)
  for place, inner in ipairs(f.values) do
    if f.upvalues[place][1] ~= "_ENV" then
      walk_value(walks, known, inner, walk.calls[inner] or {}, seen)
    end
  end
end

--- What a function has from outside that can be called: it is walked through too, once.
function walk_value(walks, known, value, first, seen)
  local is_table = type(value) == "table" and host.metatable(value) == nil
  local is_code = type(value) == "function" and pcall(host.code, value)
  if not (is_table or is_code) or seen[value] then
    return
  end
  seen[value] = true
  if not is_table then
    return walk_whole(walks, known, value, first, seen)
  end
  for _, inner in host.sorted_pairs(value) do
    walk_value(walks, known, inner, {}, seen)
  end
end

--- Walk through a handler, and through the functions that it has from outside.
---@param handler fun(ctx: strata.Ctx)
---@param known strata.Known
---@return strata.Walk[] the first is the handler's own
function M.walk(handler, known)
  local walks = {}
  walk_whole(walks, known, handler, { [0] = "ctx" }, { [handler] = true })
  return walks
end

return M
