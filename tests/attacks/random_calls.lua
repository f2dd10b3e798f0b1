--- random_calls.lua STRATA WORK [FIRST COUNT]: random scripts made of calls of what scripts have.
--
-- Each script is made from its number alone. It calls functions of the libraries and methods of a
-- small world with whatever was given or came of earlier calls, and prints what comes of each. It
-- must end within its steps, which few seconds are enough for, without a crash; and it must print
-- in each process the same, unless it has met a limit of memory.
local STRATA <const>, WORK <const> = arg[1], arg[2]
local FIRST <const> = tonumber(arg[3]) or 1
local COUNT <const> = tonumber(arg[4]) or (os.getenv("STRATA_TEST_FULL") and 1000 or 100)
local PATIENCE <const> = 60 -- seconds, for the slowest build
local CALLS <const> = 60

local HEAD <const> = [[
local rules = strata.rules({
  layers = { "early", "late" },
  symbols = { "elf", "hand" },
  attributes = { name = "text", power = "int", kinds = { "set", "elf" }, owner = "ref" },
  zones = { hand = { hidden = true }, table = { shared = true } },
  events = { idle = { fields = {} } },
})
local world = rules:world()
local ann = world:spawn({ name = "Ann", power = 3 })
local bob = world:spawn({ name = "Bob", power = 5 }):move("table")
local pool = {
  n = { 0, 1, -1, 3, 36, 1 << 53, math.mininteger, math.maxinteger, 1 / 0, 0 / 0, 0.5 },
  s = {
    "", "a", "power", "table", "it.power > 1", "%s%5.1f%q", "\0%s%p", "[^%w]*()", "%f[%a]%b()%1",
    "z-(.-)$", ("ab"):rep(40000), ("z"):rep(9000), ("9"):rep(9000), "[" .. ("a"):rep(20000) .. "]",
  },
  t = {
    {}, { 3, 1, 2 }, { "b", "a", ("x"):rep(5000) }, { power = 2 },
    { on = "it.power > 1", power = 1 },
    { ("y"):rep(9000) .. "b", ("y"):rep(9000) .. "a" },
  },
  f = { tostring, string.len, function(...) return ... end, function() error({}) end, rawequal },
  e = { ann, bob, world:spawn() },
  w = { world },
  x = { true, false, rules, ann.base, strata.it, strata.it.power, strata.add(1), print },
}
local kinds = { "n", "s", "t", "f", "e", "w", "x" }
local kept = { number = "n", string = "s", table = "t", ["function"] = "f" }
local function pick(kind, n)
  local list = pool[kind]
  return list[n % #list + 1]
end
local function any(n)
  return pick(kinds[n % #kinds + 1], n // 8)
end
local print = print
local function shown(value)
  local text = tostring(value)
  return #text > 40 and #text .. ":" .. text:sub(1, 40) or text
end
local function try(name, f, ...)
  local results = table.pack(pcall(f, ...))
  local texts = {}
  for i = 1, results.n < 4 and results.n or 4 do
    texts[i] = shown(results[i])
    local list = pool[kept[type(results[i])] or "x"]
    if i > 1 and results[i] ~= nil and #list < 40 then list[#list + 1] = results[i] end
  end
  print(name, table.concat(texts, " "))
end
]]

-- The kinds of arguments behind each name: n number, s text, t table, f function, e entity,
-- w world, a anything. Sometimes one is something else, or is left out.
local FUNCTIONS <const> = [[
  tostring:a tonumber:sn tonumber:a select:na rawequal:ss rawequal:aa rawlen:t getmetatable:a
  setmetatable:tt pairs:t ipairs:t type:a error:an assert:aa pcall:faa xpcall:ffa require:s
  string.byte:snn string.char:nn string.find:ssn string.find:ss string.format:saaa string.gmatch:ss
  string.gsub:sss string.gsub:ssf string.gsub:sst string.len:s string.lower:s string.match:ssn
  string.rep:sns string.reverse:s string.sub:snn string.upper:s table.concat:ts table.insert:tna
  table.insert:ta table.move:tnnn table.pack:aaa table.remove:tn table.sort:t table.sort:tf
  table.unpack:tnn math.abs:n math.ceil:n math.floor:n math.fmod:nn math.max:nn math.min:nn
  math.tointeger:a math.type:a math.ult:nn]]
local METHODS <const> = [[
  world.spawn:wt world.select:ws world.count:ws world.effect:wt world.entities:w world.entity:wn
  world.zone:wse world.eval:wse world.log:wn world.hash:w world.seed:wn world.stats:w
  world.drop_caches:w world.fork:w world.save:w world.act:wt world.act:wst world.legal:we
  world.faults:w world.why_not:wt world.graph:ws world.profile:wf world.tune:wss world.action:wf
  world.mark:w world.effects:w world.ended:w ann.move:es ann.remove:e ann.is_alive:e ann.has:es
  ann.abilities:e ann.last_known:es ann.successor:e ann.why:es world.noted:wes ann.value_after:est]]

local function rows(text)
  local list = {}
  for name, kinds in text:gmatch("([%w_.]+):(%l+)") do
    list[#list + 1] = { name = name, kinds = kinds }
  end
  return list
end

local ALL <const> = { rows(FUNCTIONS), rows(METHODS) }

--- Numbers from a seed, the same on every machine.
local function dice(seed)
  local state = seed * 0x9E3779B97F4A7C15 + 1
  return function(most)
    state = state ~ state << 13
    state = state ~ state >> 7
    state = state ~ state << 17
    return (state >> 11) % most + 1
  end
end

local function argument(roll, kind)
  local n = roll(1 << 20)
  if kind == "a" or roll(12) == 1 then
    return ("any(%d)"):format(n)
  end
  return ('pick("%s", %d)'):format(kind, n)
end

--- The function and arguments of a call, and its name.
local function call(roll)
  local list = ALL[roll(3) == 1 and 2 or 1]
  local row = list[roll(#list)]
  local arguments = {}
  for kind in row.kinds:gmatch(".") do
    arguments[#arguments + 1] = argument(roll, kind)
  end
  if roll(8) == 1 then
    arguments[#arguments] = nil
  end
  local given = table.concat(arguments, ", ")
  return row.name .. (given ~= "" and ", " .. given or ""), row.name
end

local function script(seed)
  local roll, lines = dice(seed), {}
  for i = 1, CALLS do
    local given, name = call(roll)
    lines[i] = ('try("%s", %s)'):format(name, given)
  end
  if seed % 2 == 0 then -- one of them until all steps are spent
    lines[#lines + 1] = ("while true do pcall(%s) end"):format(call(roll))
  end
  return HEAD .. table.concat(lines, "\n") .. "\n"
end

local function run(path)
  local command = ("timeout %d '%s' run --limited '%s' 2>&1"):format(PATIENCE, STRATA, path)
  local pipe = assert(io.popen(command))
  local said = pipe:read("a")
  local _, _, status = pipe:close()
  return status, said
end

--- What is wrong with a script; nil if nothing is.
local function fault(seed)
  local path = ("%s/calls_%d.lua"):format(WORK, seed)
  local file = assert(io.open(path, "w"))
  file:write(script(seed))
  file:close()
  local status, said = run(path)
  if not said:find("^[%w_.]+\t") and not said:find("instruction budget", 1, true) then
    return "it makes no call"
  elseif status > 1 then
    return ("it does not end within its steps, or crashes: status %d"):format(status)
  elseif said:find("0x%x%x%x%x%x%x") then
    return "it shows an address"
  elseif not said:find("memory limit", 1, true) then
    local again, second = run(path)
    if again ~= status or second ~= said then
      return "it is not in each process the same"
    end
  end
  os.remove(path)
end

assert(os.execute(("mkdir -p '%s'"):format(WORK)))
local failed = 0
for seed = FIRST, FIRST + COUNT - 1 do
  local problem = fault(seed)
  if problem then
    failed = failed + 1
    io.write(("script %d: %s\n"):format(seed, problem))
  end
end
io.write(("%d random scripts, %d harmful\n"):format(COUNT, failed))
os.exit(failed == 0)
