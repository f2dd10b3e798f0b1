--- Cases about the help on what loaded packs have: `strata --pack P help NAME`, and `?NAME` and
--- `:cards` in a session; cli.lua runs them.

local DELVE <const> = { "--pack", "delve" }

--- Arguments behind those that load delve.
local function with_delve(...)
  return table.move({ ... }, 1, select("#", ...), #DELVE + 1, { table.unpack(DELVE) })
end

--- All of these texts stand in what is printed.
local function has(...)
  local wanted = { ... }
  return function(text)
    local flat = text:gsub("%s+", " ")
    for _, part in ipairs(wanted) do
      assert(flat:find(part, 1, true), part .. "\nis not in\n" .. text)
    end
  end
end

return {
  {
    name = "finding_CW41: an event of a pack, with its fields",
    args = with_delve("help", "hit"),
    out = has(
      "hit (event)",
      "`who` is hit and loses",
      "amount a number",
      "pierce a number: an act that does not say it gives 1",
      "Its phases, for handlers of chains: check, before, do, after",
      "Watched by: handler delve:armor",
      "Duelist",
      "declared in "
    ),
  },
  {
    name = "a command of sessions",
    args = { "help", "goto" },
    out = has("In a session:", ":goto [STEP]", "go to a step, or list them"),
  },
  {
    name = "a verb, and the words that are called so",
    args = { "help", "check" },
    out = has("Usage: strata check", "check (scenarios)", "Names a moment", "check(", "(events)"),
  },
  {
    name = "a verb alone",
    args = { "help", "serve" },
    out = has("Usage: strata serve"),
  },
  {
    name = "words of Lua lead to the steps that do it",
    args = { "help", "until" },
    out = has("await (scenarios)", "go (scenarios)"),
  },
  {
    name = "do is said by emit and act",
    args = { "help", "do" },
    out = has("emit (scenarios)", "act (scenarios)"),
  },
  {
    name = "a field leads to the words that have it",
    args = { "help", "unless_paid" },
    out = has("enters(fields)", "pays(fields)"),
  },
  {
    name = "explored games are described with their properties",
    args = { "help", "explore" },
    out = has("properties(list)", "--explore"),
  },
  {
    name = "finding_NC30: what a pack has",
    args = with_delve("help"),
    out = has("Of this game (delve):", "events 7", "attributes", "cards", "scripts"),
  },
  {
    name = "a list of events",
    args = with_delve("help", "events"),
    out = has("events of this game: 7"),
  },
  {
    name = "a card",
    args = with_delve("help", "duelist"),
    out = has("Duelist (card delve:duelist)", "hp "),
  },
  { name = "a word of all games", args = with_delve("help", "whenever"), out = has("(cards)") },
  {
    name = "a name that no pack has",
    args = with_delve("help", "hitt"),
    err = "error: no help about 'hitt'; did you mean 'hit'?\n",
    status = 1,
  },
  {
    name = "a name of packs, without packs",
    args = { "help", "draw_cards" },
    err = "error: no help about 'draw_cards'\n"
      .. "(names of cards, events and attributes are those of a pack: strata --pack PACK help "
      .. "draw_cards)\n",
    status = 1,
  },
  {
    name = "finding_NC16: fields of files of rules",
    args = { "help", "durations" },
    out = has("durations (rules)", "while_source"),
  },
  {
    name = "help about the pack of scripts alone",
    args = { "--pack", "tour", "help", "whenever" },
    out = has("(cards)"),
  },
  {
    name = "finding_NC30: in a session",
    args = with_delve("repl"),
    input = "?hit\n?Duelist\n:cards\n:cards rag\n:cards nobody has this\n",
    out = has("hit (event)", "Duelist (card delve:duelist)", "no card has 'nobody has this'"),
  },
  {
    name = "cards without a game",
    args = { "repl" },
    input = ":cards\n",
    err = "error: there is no game of cards here: begin one with --pack PACK\n",
    status = 1,
  },
}
