--- Functions of cards that fail: at each of their lines, and what becomes of the games.
---
---   lua5.4 injected.lua STRATA SCRATCH PACK...
---
--- A copy of the pack, in which an error is raised before the line, plays the scenarios of the
--- pack. Each comes to its end, whatever it expects: the game goes on. What was recorded of it,
--- with the fault as an input, is played again (--replay): there the handler is disabled before the
--- action, so that it never begins, and after each step the hash must be that of the game in which
--- it began and failed. Where the error comes first of all, what comes out of each is what comes
--- out if the function does nothing. And where the action is to stop instead (--strict), some
--- scenario does not come out.

local INJECTED <const> = 'error("injected") '

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
  local pipe <close> = assert(io.popen(command, "r"))
  return pipe:read("a")
end

--- The lines of a text, and which of them are of the bodies of functions: as they are indented.
---@return string[] lines
---@return { first: integer, last: integer }[] bodies
local function split(text)
  local lines, bodies, open = {}, {}, nil
  for line in text:gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
    local indent = #line:match("^ *")
    if open and indent <= open.indent and line:find("^ *end") then
      bodies[#bodies + 1] = { first = open.at + 1, last = #lines - 1 }
      open = nil
    elseif not open and line:find("function%(ctx%)$") then
      open = { at = #lines, indent = indent }
    end
  end
  return lines, bodies
end

--- What scenarios expected and did not come out, nil if they do not come to their end; what is said
--- of faults; and all of the output.
local function play(strata, folder, before, after)
  local errors = folder .. "/errors.txt"
  local form = "%s %s test %s %s 2>%s"
  local command = form:format(quoted(strata), before, after, quoted(folder), quoted(errors))
  local text, results = run(command), {}
  local planned = tonumber(text:match("\n?1%.%.(%d+)"))
  local ended = 0
  for line in text:gmatch("[^\n]+") do
    local name = line:match("^ok (.*)$") or line:match("^not ok (.*)$")
    ended = ended + (name and 1 or 0)
    results[#results + 1] = name or line:match("^ +%- expected: .*$")
  end
  local is_whole = planned ~= nil and planned > 0 and ended == planned
  return is_whole and table.concat(results, "\n") or nil, read(errors), text
end

local function with(lines, at, text)
  local copy = table.move(lines, 1, #lines, 1, {})
  copy[at] = text .. copy[at]
  return table.concat(copy, "\n") .. "\n"
end

local function fail(form, ...)
  io.stderr:write(form:format(...), "\n")
  os.exit(1)
end

--- What is wrong with how a game went in which an error was met; nil if nothing is.
local function wrong(strata, copy, where, errors)
  if not errors:find(where .. ": injected", 1, true) then
    return "the fault does not say where it is"
  end
  local strict, told, said = play(strata, copy, "--strict", "")
  if not strict or not said:find("not ok", 1, true) or told:find("fault:", 1, true) then
    return "--strict does not stop it"
  end
  return nil
end

--- Play with an error before one line: whether it was met, and what came out. Nil if the line is
--- none before which a statement may stand.
local function play_with(strata, copy, path, lines, at)
  local text, where = with(lines, at, INJECTED), ("%s:%d"):format(path, at)
  if not load(text) then
    return nil
  end
  write(copy .. "/" .. path, text)
  local results, errors, said = play(strata, copy, "", "--replay")
  if not results then
    fail("%s: the game did not go on:\n%s%s", where, said, errors)
  elseif not errors:find("fault: handler '", 1, true) then
    return false, results
  elseif not said:find("has failed", 1, true) then
    fail("%s: its scenario passes all the same:\n%s", where, said)
  elseif said:find("replay: ", 1, true) then
    fail("%s: it is not as if it had never begun:\n%s", where, said)
  end
  local what = wrong(strata, copy, where, errors)
  if what then
    fail("%s: %s:\n%s", where, what, errors)
  end
  return true, results
end

--- One function of a file: at how many of its lines an error was raised, how many were met.
local function inject(strata, copy, path, lines, body)
  local count, met = 0, 0
  write(copy .. "/" .. path, with(lines, body.first, "do return end "))
  local nothing = play(strata, copy, "", "")
  for at = body.first, body.last do
    local is_met, results = play_with(strata, copy, path, lines, at)
    count = count + (is_met == nil and 0 or 1)
    met = met + (is_met and 1 or 0)
    if is_met and at == body.first and results ~= nothing then
      fail("%s:%d: it is not as if nothing was done:\n%s\nbut:\n%s", path, at, results, nothing)
    end
  end
  write(copy .. "/" .. path, table.concat(lines, "\n") .. "\n")
  return count, met
end

--- The files of a folder that have functions.
local function files_of(copy)
  local form = "cd %s && grep -rl 'function(ctx)' cards | LC_ALL=C sort"
  return run(form:format(quoted(copy))):gmatch("[^\n]+")
end

local function main(strata, scratch, ...)
  local count, met = 0, 0
  for n, pack in ipairs({ ... }) do
    local copy = ("%s/pack%d"):format(scratch, n)
    local to = quoted(copy)
    run(("rm -rf %s && mkdir -p %s && cp -r %s/. %s"):format(to, to, quoted(pack), to))
    for path in files_of(copy) do
      local lines, bodies = split(read(copy .. "/" .. path))
      for _, body in ipairs(bodies) do
        local more, were = inject(strata, copy, path, lines, body)
        count, met = count + more, met + were
      end
    end
  end
  print(("an error at each of %d lines, of which %d were met"):format(count, met))
  return met > 0
end

os.exit(main(table.unpack(arg)), true)
