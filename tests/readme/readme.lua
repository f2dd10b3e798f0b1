--- readme.lua SOURCE WORK FILE: runs every fenced block of a README.
--
-- All happens in a scratch copy: WORK/<file>.d holds copies of scripts/ and
-- cards/, which blocks may change (STRATA_DATADIR points there), and links to
-- everything else in SOURCE. It is the working folder of every command, and
-- the built `strata` is first in PATH. WORK/host.lua, written by CMake, says
-- how to compile against the build.
--
-- What a block is, its info string says:
--   sh      a session: "$ command" (a final \ continues it), then its output.
--           Each command starts in the scratch folder and must succeed.
--           `./run` and `./run test` (also with options) are checked to exist,
--           not run, for they would run this; any other `./run WORDS` becomes
--           `strata WORDS`.
--   strata  a REPL transcript: "> " and "..> " lines are typed, the rest is
--           the output. Output must come right after the line that caused it.
--   lua     run by `strata run`; a `text` block after it is its output.
--   c       compiled (C17, warnings are errors), run; then as lua. Needs a name.
--   text    only as the output of the block before.
-- An HTML comment on the line above changes that:
--   <!-- file: NAME -->    write the block to NAME in the scratch folder; c is
--                          run as well, any other must be named by a later
--                          block, or nobody would have run it
--   <!-- exit: N -->       of sh: the last command must exit with N
--   <!-- shown: REASON --> only to be looked at
-- In expected output a line "..." stands for any number of lines, and "..."
-- inside a line for any text. Blanks at line ends do not count. Links to files
-- must lead somewhere.
local source, work, document = table.unpack(arg)
assert(document, "usage: readme.lua SOURCE WORK FILE")

local host = dofile(work .. "/host.lua")
local scratch = work .. "/" .. document:gsub("%W", "_") .. ".d"
local bad, seen = 0, 0

local function complain(line, ...)
  io.stderr:write(("%s:%d: "):format(document, line), string.format(...), "\n")
  bad = bad + 1
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function write_file(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function read_file(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

--- Lines without trailing blanks, and without empty lines at the end.
local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = line:match("^(.-)%s*$")
  end
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  return lines
end

-- Running ---------------------------------------------------------------------

local ENVIRONMENT <const> = ("cd %s && PATH=%s:$PATH STRATA_DATADIR=%s TERM=dumb "):format(
  quoted(scratch), quoted(host.bin), quoted(scratch))

--- Run a shell command in the scratch folder: its lines, its exit status.
local function run(command, input)
  local typed = "/dev/null"
  if input then
    typed = scratch .. "/.typed"
    write_file(typed, input)
  end
  local output = scratch .. "/.output"
  local _, _, status = os.execute(("%s sh -c %s <%s >%s 2>&1"):format(
    ENVIRONMENT, quoted(command), quoted(typed), quoted(output)))
  return lines_of(read_file(output)), status
end

--- Does a line fit an expected one, in which "..." stands for any text?
local function fits(line, wanted)
  if not wanted:find("...", 1, true) then
    return line == wanted
  end
  local pattern = wanted:gsub("%p", "%%%0"):gsub("%%%.%%%.%%%.", ".-")
  return line:find("^" .. pattern .. "$") ~= nil
end

--- Do the lines from `i` fit the wanted ones from `j`? "..." is any number.
local function match(got, wanted, i, j)
  while j <= #wanted do
    if wanted[j] == "..." then
      for skip = i, #got + 1 do
        if match(got, wanted, skip, j + 1) then
          return true
        end
      end
      return false
    end
    if i > #got or not fits(got[i], wanted[j]) then
      return false
    end
    i, j = i + 1, j + 1
  end
  return i > #got
end

local function show(title, lines)
  io.stderr:write("  ", title, ":\n")
  for _, line in ipairs(lines) do
    io.stderr:write("    ", line, "\n")
  end
end

local function compare(line, what, got, wanted)
  if match(got, wanted, 1, 1) then
    return true
  end
  complain(line, "%s says something else", what)
  show("written", wanted)
  show("said", got)
  return false
end

local function must_exit(line, what, status, wanted, got)
  if status ~= wanted then
    complain(line, "%s exits with %d, not %d", what, status, wanted)
    show("said", got)
  end
end

-- Reading ---------------------------------------------------------------------

---@class Block
---@field info string
---@field line integer of its first line
---@field lines string[]
---@field text string
---@field file string?
---@field exit integer?
---@field shown string?

local function new_block(info, line, comment)
  return {
    info = info,
    line = line,
    lines = {},
    file = comment:match("^<!%-%- file: (%S+) %-%->$"),
    exit = tonumber(comment:match("^<!%-%- exit: (%d+) %-%->$")),
    shown = comment:match("^<!%-%- shown: (.+) %-%->$"),
  }
end

local function read_blocks(text)
  local blocks, block, comment, number = {}, nil, "", 0
  local prose = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local info = line:match("^```(.*)$")
    if block and info then
      block.text = table.concat(block.lines, "\n") .. "\n"
      blocks[#blocks + 1], block, comment = block, nil, ""
    elseif block then
      block.lines[#block.lines + 1] = line
    elseif info then
      block = new_block(info, number + 1, comment)
    elseif line ~= "" then
      comment = line
      prose[#prose + 1] = { number = number, line = line }
    end
  end
  assert(not block, "a fence is not closed")
  return blocks, prose
end

-- Blocks ----------------------------------------------------------------------

--- Split a session into entries { line, input, wanted = lines }.
local function entries_of(block, prompt)
  local entries, open = {}, false
  for offset, text in ipairs(block.lines) do
    local entry = entries[#entries]
    local input = text:match(prompt)
    if open then
      entry.input = entry.input .. "\n" .. text
    elseif input then
      entry = { line = block.line + offset - 1, input = input, wanted = {} }
      entries[#entries + 1] = entry
    elseif entry then
      entry.wanted[#entry.wanted + 1] = text:match("^(.-)%s*$")
    else
      complain(block.line + offset - 1, "output before the first input")
    end
    open = (open or input) and prompt == "^%$ (.*)$" and text:sub(-1) == "\\"
  end
  for _, entry in ipairs(entries) do
    while entry.wanted[#entry.wanted] == "" do
      entry.wanted[#entry.wanted] = nil
    end
  end
  return entries
end

local function check_front_door(entry)
  if not os.execute(("test -x %s"):format(quoted(source .. "/run"))) then
    complain(entry.line, "there is no executable run")
  end
  if #entry.wanted > 0 then
    complain(entry.line, "nobody compares this output; leave it out")
  end
end

local function run_sh(block)
  local entries = entries_of(block, "^%$ (.*)$")
  for i, entry in ipairs(entries) do
    local bare = entry.input:gsub("%s+#.*$", "")
    if bare == "./run" or bare == "./run test" or bare:match("^%./run test %-") then
      check_front_door(entry)
    else
      local command = entry.input:gsub("^%./run ", "strata "):gsub("([|&;] *)%./run ", "%1strata ")
      local got, status = run(command)
      must_exit(entry.line, command, status, i == #entries and block.exit or 0, got)
      compare(entry.line, command, got, entry.wanted)
    end
    seen = seen + 1
  end
  if #entries == 0 then
    complain(block.line, "no line starts with '$ '")
  end
end

--- A REPL that reads a pipe may print its prompts; they have no line end.
local function without_prompts(lines)
  local bare = {}
  for _, line in ipairs(lines) do
    local rest, stripped = line, false
    while rest:match("^%.?%.?>") do
      rest, stripped = rest:gsub("^%.?%.?> ?", ""), true
    end
    if not stripped or rest ~= "" then
      bare[#bare + 1] = rest
    end
  end
  return bare
end

--- The session up to each input is run on its own, so that output is compared
-- with the input that caused it and not only with the whole.
local function run_strata(block)
  local entries = entries_of(block, "^%.?%.?> ?(.*)$")
  local typed, wanted = {}, {}
  for i, entry in ipairs(entries) do
    typed[#typed + 1] = entry.input
    table.move(entry.wanted, 1, #entry.wanted, #wanted + 1, wanted)
    local following = block.lines[entries[i + 1] and entries[i + 1].line - block.line + 1 or 0]
    if not (following and following:match("^%.%.>")) then
      local got = run("strata repl", table.concat(typed, "\n") .. "\n")
      if not compare(entry.line, entry.input, without_prompts(got), wanted) then
        return -- all that follows would repeat this complaint
      end
    end
    seen = seen + 1
  end
  if #entries == 0 then
    complain(block.line, "no line starts with '> '")
  end
end

local function run_and_compare(block, command, output)
  local got, status = run(command)
  must_exit(block.line, command, status, block.exit or 0, got)
  if output then
    compare(output.line, command, got, lines_of(output.text))
  end
  seen = seen + 1
end

local function run_lua(block, output)
  local name = ("block_%d.lua"):format(block.line)
  write_file(scratch .. "/" .. name, block.text)
  run_and_compare(block, "strata run " .. name, output)
end

local function run_c(block, output)
  if not block.file then
    return complain(block.line, "a c block needs <!-- file: NAME.c --> above it")
  end
  local program = block.file:gsub("%.c$", "")
  local got, status = run(("%s %s %s -o %s %s"):format(
    host.cc, host.flags, quoted(block.file), quoted(program), host.libs))
  must_exit(block.line, "compiling " .. block.file, status, 0, got)
  if status == 0 then
    run_and_compare(block, "./" .. program, output)
  end
end

local RUNNERS <const> = { sh = run_sh, strata = run_strata, lua = run_lua, c = run_c }

local function write_named(block)
  local path = scratch .. "/" .. block.file
  if block.file:find("..", 1, true) or block.file:sub(1, 1) == "/" then
    return complain(block.line, "%s is outside of the scratch folder", block.file)
  end
  local first = block.file:match("^([^/]+)/")
  if first and first ~= "cards" and first ~= "scripts" and
    os.execute(("test -L %s"):format(quoted(scratch .. "/" .. first))) then
    return complain(block.line, "%s would be written into the checkout", block.file)
  end
  os.execute(("mkdir -p %s"):format(quoted(path:match("^(.*)/"))))
  write_file(path, block.text)
end

--- A file that was written must be used: by name, or by its folder's or its pack's.
local function is_named_later(blocks, index)
  local file = blocks[index].file
  local folder = file:match("^(.*)/[^/]+$")
  local pack = file:match("^(.*)/tests/[^/]+$") or folder
  for i = index + 1, #blocks do
    local text = blocks[i].text
    if text:find(file, 1, true) or text:find(file:match("[^/]+$"), 1, true)
      or (folder and text:find(folder:match("[^/]+$"), 1, true))
      or (pack and text:find(pack:match("[^/]+$"), 1, true)) then
      return true
    end
  end
  return false
end

--- The `text` block right behind is this one's output.
local function output_of(blocks, index)
  local info, after = blocks[index].info, blocks[index + 1]
  if (info == "lua" or info == "c") and after and after.info == "text" and not after.shown then
    return after
  end
end

local function run_block(blocks, index)
  local block = blocks[index]
  if block.file then
    write_named(block)
  end
  if block.file and block.info ~= "c" then
    seen = seen + 1
    if not is_named_later(blocks, index) then
      complain(block.line, "%s is written, and then nobody uses it", block.file)
    end
  elseif RUNNERS[block.info] then
    RUNNERS[block.info](block, output_of(blocks, index))
  else
    complain(block.line, "nobody runs a '%s' block here", block.info)
  end
end

local function run_blocks(blocks)
  local index = 1
  while index <= #blocks do
    local block = blocks[index]
    if not block.shown then
      run_block(blocks, index)
      if output_of(blocks, index) and not (block.file and block.info ~= "c") then
        index = index + 1
      end
    end
    index = index + 1
  end
end

local function check_links(prose)
  local folder = document:match("^(.*/)") or ""
  for _, at in ipairs(prose) do
    for target in at.line:gmatch("%]%(([^)#%s]+)[^)]*%)") do
      local path = source .. "/" .. folder .. target
      if not target:match("^%a+:") and not os.execute(("test -e %s"):format(quoted(path))) then
        complain(at.number, "the link to %s leads nowhere", target)
      end
    end
  end
end

local function make_scratch()
  os.execute(("rm -rf %s && mkdir -p %s"):format(quoted(scratch), quoted(scratch)))
  local list = assert(io.popen(("ls %s"):format(quoted(source))))
  for name in list:lines() do
    local how = (name == "cards" or name == "scripts") and "cp -r" or "ln -s"
    if name ~= "build" then
      os.execute(("%s %s %s"):format(how, quoted(source .. "/" .. name), quoted(scratch)))
    end
  end
  list:close()
end

make_scratch()
local blocks, prose = read_blocks(read_file(source .. "/" .. document))
run_blocks(blocks)
check_links(prose)
print(("%s: %d blocks, %d commands and inputs run, %d complaints"):format(
  document, #blocks, seen, bad))
os.exit(bad == 0)
