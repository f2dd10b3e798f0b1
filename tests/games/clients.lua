--- finding_EM26: a game is JSON, a line at a time.
---
--- clients.lua PROGRAM ROOT WORK: a client that plays whole games by lines, as strata serve reads
--- them, over several processes; and every key of its answers stands in the schema.
local program, root, work = table.unpack(arg)
assert(work, "usage: clients.lua PROGRAM ROOT WORK")
package.path = root .. "/tests/readme/?.lua;" .. package.path
local json = require("json_reader")

local function file_text(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local schema = json.read(file_text(root .. "/scripts/wire.schema.json"))

local function in_schema(object, described, where)
  for key in pairs(object) do
    assert(described.properties[key], where .. ": the schema lacks " .. key)
  end
  for _, key in ipairs(described.required) do
    assert(object[key] ~= nil, where .. ": there is no " .. key)
  end
end

local LISTS <const> = { decisions = "decision", legal = "action", rows = "row" }

local function check_reply(reply)
  in_schema(reply, schema, "an answer")
  for key, name in pairs(LISTS) do
    for _, item in ipairs(reply[key] or {}) do
      in_schema(item, schema["$defs"][name], key)
    end
  end
  assert(reply.v == 1 and reply.ok == (reply.error == nil))
end

--- The answers of a new process to some lines.
local function serve(pack, lines)
  local path = work .. "/clients.lines"
  local file = assert(io.open(path, "wb"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  local command = "'%s' serve '%s/cards/%s' <'%s'"
  local pipe = assert(io.popen(command:format(program, root, pack, path)))
  local replies = {}
  for line in pipe:lines() do
    replies[#replies + 1] = json.read(line)
    check_reply(replies[#replies])
  end
  assert(pipe:close(), "the program fails")
  assert(#replies == #lines, "each line has one answer")
  return replies
end

local function mark(cell, by)
  return ('{"act":"noughts:mark","with":"noughts:%s","by":"%s"}'):format(cell, by)
end

-- A whole game, its refused lines, and another game.
local said = serve("noughts", {
  '{"legal":true}', mark("a1", "A"), mark("a1", "B"), mark("b1", "A"), "{", '{"act":1,"by":"A"}',
  '{"mark":"a1"}', '{"begin":1,"more":2}', '{"resume":"00"}', '{"stand":true}', mark("b1", "B"),
  mark("a2", "A"), mark("b2", "B"), mark("a3", "A"), mark("c1", "B"), '{"legal":true}',
  '{"values":"noughts:a1"}', '{"rows":0}', '{"begin":0}', '{"legal":"A"}', '{"begin":1}',
})

--- What is refused changes nothing.
local function a_game()
  assert(#said[1].legal == 9 and said[1].legal[1].with == "noughts:a1")
  for i = 3, 9 do
    assert(not said[i].ok and said[i].hash == said[2].hash, "a refused line changes nothing")
  end
  assert(said[10].ok and said[10].hash == said[2].hash)
  assert(not said[13].ended and said[14].ended, "three in a line")
  assert(not said[15].ok and said[15].error:find("the game is over", 1, true))
  assert(#said[16].legal == 0)
end

--- Values, rows, and a new game.
local function what_is_told()
  assert(said[17].values.mark.ref == "A")
  assert(said[18].rows[1].number == 1)
  assert(said[19].ok and #said[20].legal == 9 and said[20].hash == said[1].hash, "a new game")
  assert(said[21].hash ~= said[1].hash, "another seed is another game")
end

--- What is no JSON, and what is another way to write it.
local function what_is_no_json()
  local WRONG <const> = {
    "[]", "1", "null", '{"stand":true', '{"stand":true}}', '{"stand":true,}', '{"stand" true}',
    '{"stand":true,"stand":true}', "{'stand':true}", '{"begin":1.5}', '{"begin":1e3}',
    '{"begin":01}', '{"begin":99999999999999999999}', '{"begin":+1}', '{"stand":tru}',
    '{"stand":"\t"}',
    '{"stand":"\\x"}', '{"stand":"\\u12"}', '{"stand":"\\ud800"}', '{"stand":"', "{1:2}",
    ("["):rep(100000), '{"legal":"C"}', '{"legal":null}', '{"values":null}', '{"next":1}',
    '{"act":"noughts:mark","by":"A","with":"noughts:z9"}', '{"act":"no","by":"A"}',
    '{"act":"noughts:mark","by":"A","announce":1}', '{"answer":1}', '{"rows":"x"}', '{"begin":"x"}',
    '{"resume":"zz"}', '{"resume":1}',
  }
  for i, reply in ipairs(serve("noughts", WRONG)) do
    assert(not reply.ok and reply.hash == said[1].hash, WRONG[i])
  end
  local RIGHT <const> = {
    ' { "stand" : true } ', '{"\\u0073tand":true}', '{"begin":-9223372036854775808}',
  }
  for i, reply in ipairs(serve("noughts", RIGHT)) do
    assert(reply.ok, RIGHT[i])
  end
  local READ <const> = { '{"stand":[-1,[],{}]}', '{"stand":"\\u00e9\\ud83d\\ude00\\n\\/"}' }
  for i, reply in ipairs(serve("noughts", READ)) do
    assert(reply.error:find("^stand: expected true, got [%[\"]"), READ[i])
  end
end

--- Each action of the list is a request as it is, and does the same in another process.
local function actions_elsewhere()
  local function line_of(act)
    return ('{"by":"%s","act":"%s","with":"%s"}'):format(act.by, act.act, act["with"])
  end
  local saved = serve("noughts", { mark("b2", "A"), '{"save":true}', '{"legal":"B"}' })
  local here = serve("noughts", { mark("b2", "A"), line_of(saved[3].legal[4]) })
  local there = serve("noughts", {
    ('{"resume":"%s"}'):format(saved[2].saved), line_of(saved[3].legal[4]),
  })
  assert(there[1].hash == saved[2].hash and there[2].ok and there[2].hash == here[2].hash)
end

--- A question is saved in its middle, and answered elsewhere by keys.
local function a_question_elsewhere()
  local asked = serve("trumps", {
    '{"act":"trumps:round","by":"A"}', '{"answer":{"ref":"three"},"by":"A"}', '{"save":true}',
    '{"answer":{"ref":"one#2"},"by":"B"}',
  })
  assert(#asked[1].decisions == 2 and #asked[2].decisions == 1 and asked[2].decisions[1].who == "B")
  local again = serve("trumps", {
    ('{"resume":"%s"}'):format(asked[3].saved), '{"answer":9}',
    '{"answer":{"ref":"three"},"by":"B"}', '{"answer":1,"by":"A"}',
    '{"answer":{"ref":"one#2"},"by":"B"}', '{"values":"A"}',
  })
  assert(again[1].hash == asked[3].hash and again[1].decisions[1].options[1].value.ref == "one#2")
  assert(not again[2].ok and not again[3].ok and not again[4].ok)
  assert(again[4].hash == asked[3].hash, "an answer that is refused changes nothing")
  assert(again[5].outcome == "done" and again[5].hash == asked[4].hash)
  assert(again[6].values.points == 1)
end

--- Answers are taken back, and actions given up.
local function second_thoughts()
  local back = serve("trumps", {
    '{"stand":true}', '{"act":"trumps:round","by":"A"}', '{"answer":1,"by":"A"}',
    '{"retract":true}',
    '{"cancel":true}', '{"cancel":true}',
  })
  assert(back[4].hash == back[2].hash and back[5].hash == back[1].hash and not back[6].ok)
end

a_game()
what_is_told()
what_is_no_json()
actions_elsewhere()
a_question_elsewhere()
second_thoughts()
print("games by lines: fine")
