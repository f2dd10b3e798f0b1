-- An effect in the layer of control comes behind copies and before texts.
local function copied(card, name, is_unchanged)
  return scenario {
    name = ("finding_CW30: what copies in the layer of text changes, by %s"):format(card),
    setup = { { "A", "battlefield", "bb: Grizzly Bears", { card, id = "tc", on = "bb" } } },
    unchanged = is_unchanged,
    steps = { { effect = { target, name = set("Forest"):at("control") }, on = "tc" } },
    expect = { ("name(tc) = %s"):format(name), "power(tc) = 2" },
  }
end

return {
  copied("Text Copier", "Grizzly Bears", true),
  copied("Plain Copier", "Forest"),
  copied("Red Text Copier", "Grizzly Bears", true),
  scenario {
    name = "finding_CW30: exceptions of the copy, and a sentence beside it",
    setup = {
      { "A", "battlefield", "bb: Grizzly Bears", { "Red Text Copier", id = "tc", on = "bb" } },
    },
    expect = { "pt(tc) = 2/7", "colors(tc) = [red]" },
  },
}
