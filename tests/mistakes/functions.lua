-- luacheck: no max line length
--- Mistakes in functions of cards, and what must be said of them: see cases.lua. What names mean can be
--- told without a game, so `strata check` tells it; the rest `strata test` does, when a scenario comes there.

local HIDDEN <const> = ", which is not its own: that is hidden state, lost when it is run again as an answer comes; keep it in the world with ctx:note or an attribute, or in a local inside"

--- A card whose handler has the mistake in its first line, the fourth of the file.
local function handler(line, says, outside)
  local form = '%s\nreturn card { name = "Wrong NUMBER", types = { "artifact" },\n  activated { "go", act = handler(function(ctx)\n    %s\n  end) },\n}\n'
  return { card = form:format(outside or "", line), says = "4: card 'Wrong NUMBER', ability 1 (activated): " .. says, code = "name" }
end

--- The same of what is kept outside of it.
local function keeps(line, says, outside)
  local case = handler(line, "a handler " .. says, outside)
  case.says = case.says .. HIDDEN
  case.code = "state"
  return case
end

--- A card whose handler calls what stands in the first line, where the mistake is.
local function outside(line, says, first, code)
  local case = handler(line, "", first)
  case.says, case.is_whole, case.code = "1: " .. says, true, code or "name"
  return case
end

--- A handler that fails when a scenario runs it: its line, and what stands there.
local function fails(line, says)
  local card = 'return card { name = "Runner NUMBER", types = { "artifact" },\n  activated { "go", act = handler(function(ctx)\n    %s\n  end) },\n}\n'
  return {
    card = card:format(line),
    scenario = 'return scenario { name = "wrong NUMBER", setup = { { "A", "battlefield", "Runner NUMBER" } },\n  steps = { { activate = "Runner NUMBER" } },\n  expect = { "life(A) = 20" },\n}\n',
    says = { ("PATH:%d: %s\n"):format(says.line or 3, says[1]), "        of      Runner ", "| " .. (says.stands or line) .. "\n" },
    is_run = true,
  }
end

return {
  -- Names ----------------------------------------------------------------------
  handler("ctx:emitt(\"gain_life\")", "what a handler is given has no ':emitt'; did you mean 'emit'?"),
  handler('return ctx.world:select(each.card:inside("hand"))', "functions do not know the noun 'card'; write world:select(\"owner != none\")"),
  handler("local w = ctx.world; return w:select(each.permanent)", "functions do not know the noun 'permanent'; write world:select(\"zone = 'battlefield'\")"),
  handler("return ctx.thsi", "what a handler is given has no 'thsi'; did you mean 'this'?"),
  handler("ctx.evnet = 1", "what a handler is given has no 'evnet'; did you mean 'event'?"),
  handler("ctx:emit(\"gain_lief\", { player = ctx.you })", "emit: unknown event 'gain_lief'; did you mean 'gain_life'?"),
  handler("ctx:emit(\"gain_life\", { plyer = ctx.you })", "emit: 'gain_life' has no field 'plyer'; did you mean 'player'?"),
  handler("ctx:emit(\"put_counters\", { who = ctx.this, kind = \"lorre\", count = 1 })", "emit: kind: no word 'lorre'; did you mean 'lore'?"),
  handler("return ctx:choose { promt = \"more?\", by = ctx.you }", "choose: no field 'promt'; did you mean 'prompt'?"),
  handler("return ctx:choose { 1, 2, yb = ctx.you }", "choose: no field 'yb'; did you mean 'by'?"),
  handler("return ctx:roll(lrager(1, 2))", "unknown word 'lrager'; did you mean 'larger'?"),
  handler("os.exit(1)", "unknown word 'os'; did you mean 'on'?"),
  handler("dofile(\"x\")", "unknown word 'dofile'; a function has its locals, the words of cards, and ipairs, math, pairs, string, table and their like"),
  handler("local me = ctx.this; if me.pwoer > 1 then ctx:stop() end", "an entity has no 'pwoer'; did you mean 'power'?"),
  handler("ctx.you.base.life, ctx.you.lief = 1, 2", "an entity has no 'lief'; did you mean 'life'?"),
  handler("ctx.this:remvoe()", "an entity has no ':remvoe'; did you mean 'remove'?"),
  handler("for _, e in ipairs(ctx.world:select(\"it.power >= 1\")) do e:remvoe() end", "an entity has no ':remvoe'; did you mean 'remove'?"),
  handler("ctx.world:spwan({})", "the world has no ':spwan'; did you mean 'spawn'?"),
  handler("local function all() return ctx:chose({}) end; all()", "what a handler is given has no ':chose'; did you mean 'choose'?"),
  outside("helper(ctx)", "what a handler is given has no 'yuo'; did you mean 'you'?", "local function helper(c) return c.yuo end"),
  {
    card = 'return card { name = "Wrong NUMBER", types = { "enchantment" },\n  whenever { die { who = each.creature }, act = handler(function(ctx)\n    return ctx.event.too\n  end) },\n}\n',
    says = "3: card 'Wrong NUMBER', ability 1 (whenever): an event 'die' has no 'too'; did you mean 'to'?",
    code = "name",
  },

  -- Hidden state ---------------------------------------------------------------
  keeps("total = total + 1", "assigns 'total'", "local total = 0"),
  keeps("kept.n = 1", "changes 'kept'", "local kept = { n = 0 }"),
  keeps("count_all = 1", "assigns the global 'count_all'"),
  outside("bump()", "a handler assigns 'n'" .. HIDDEN, "local n = 0; local function bump() n = n + 1 end", "state"),

  -- Functions that fail --------------------------------------------------------
  fails("while true do end", { "instruction budget: more than 1000000 steps; end its loops sooner, or let it do less at once" }),
  fails("local map = {}; return map.amount + 1", { "attempt to perform arithmetic on a nil value (field 'amount'); it is not there: give it a value first" }),
  fails("local map = {}; return map.inner.deep", { "attempt to index a nil value (field 'inner'); it is not there: give it a value first" }),
  fails("return ctx.you < 3", { "attempt to compare entity with number; compare two numbers, such as attributes" }),
  fails("ctx.this.power = 3", { "power: effects compute current values; write card.base.power = ... for the base value" }),
  fails("return 7", { "a handler returns nothing, false or \"drop\", got number", line = 2, stands = "activated { \"go\", act = handler(function(ctx)" }),
}
