--- Abilities that come, come twice, and go (613.1f).
return {
  scenario {
    name = "abl-019-redundant-vigilance",
    rules = { "702.20" },
    setup = {
      { "A", "battlefield", "Balduvian Bears" },
      { "A", "battlefield", { "Abzan Runemark", on = "Balduvian Bears" } },
      { "A", "battlefield", { "Abzan Runemark", on = "Balduvian Bears" } },
    },
    expect = { "Balduvian Bears: has vigilance=true", "Balduvian Bears: power=6 toughness=6" },
  },
}
