--- A folder in which a test runs the program: shell commands, and files to read and write.
local M = {}

--- A text as one word of a shell.
function M.quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Run a command: its exit status, as shells tell it.
function M.shell(command)
  local _, how, status = os.execute(command)
  return how == "exit" and status or 128 + status
end

--- Run a command that must end well.
function M.command(command)
  assert(os.execute(command), command)
end

--- All of a file.
function M.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- Write a file, and the folders that it is in.
function M.write(path, text)
  M.command("mkdir -p " .. M.quote(path:match("^(.*)/") or "."))
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

--- A text as a message shows it: without the long digits of images and saves.
local function shown(text)
  return (text:gsub("%x+", function(digits)
    return #digits > 80 and "..." or nil
  end))
end

--- Want a part in a text.
function M.has(text, part)
  if not text:find(part, 1, true) then
    error(("no '%s' in:\n%s"):format(part, shown(text)), 2)
  end
end

--- Want a text without a part.
function M.lacks(text, part)
  if text:find(part, 1, true) then
    error(("'%s' in:\n%s"):format(part, shown(text)), 2)
  end
end

-- The file that a folder of tests has in it, which says that it may be emptied.
local MARK <const> = ".made_by_tests"

--- Make a folder that has nothing in it but the mark. One that is there must have the mark or be
--- empty, so that a mistaken argument empties nobody's work.
function M.make_empty(folder)
  local quoted = M.quote(folder)
  if M.shell(("test -e %s/%s"):format(quoted, MARK)) ~= 0 then
    local form = "mkdir -p %s && test -z \"$(ls -A %s)\""
    if M.shell(form:format(quoted, quoted)) ~= 0 then
      local problem = "'%s' has files that no test has made: name an empty folder, or a new one"
      error(problem:format(folder), 0)
    end
  end
  M.command(("rm -rf %s && mkdir -p %s"):format(quoted, quoted))
  M.write(folder .. "/" .. MARK, "tests may empty this folder\n")
end

--- An empty folder: functions that read and write in it, and run a program there.
function M.empty(folder, program)
  local here, quoted = {}, M.quote(folder)
  M.make_empty(folder)

  function here.read(path)
    return M.read(folder .. "/" .. path)
  end

  function here.write(path, text)
    M.write(folder .. "/" .. path, text)
  end

  --- Run the program: what it printed, what it complained of, its exit status.
  function here.run(arguments, input)
    here.write(".in", input or "")
    local form = "cd %s && HOME=. %s %s < .in > .out 2> .err"
    local status = M.shell(form:format(quoted, M.quote(program), arguments))
    return here.read(".out"), here.read(".err"), status
  end

  --- Run the program: what it printed and complained of, in that order, and its exit status.
  function here.run_aloud(arguments, input)
    here.write(".in", input or "")
    local form = "cd %s && %s %s < .in > .out 2>&1"
    local _, _, status = os.execute(form:format(quoted, M.quote(program), arguments))
    return here.read(".out"), status
  end

  --- Run it and want a status, 0 if it is not said: what it printed and what it complained of.
  function here.must(arguments, status, input)
    local out, err, got = here.run(arguments, input)
    if got ~= (status or 0) then
      error(("%s: exit status %d\n%s%s"):format(arguments, got, out, err), 2)
    end
    return out, err
  end

  return here
end

return M
