--- Cards that say what was accepted and not read.
return {
  card {
    name = "Tutor",
    types = { "sorcery" },
    spell {
      act = {
        choose { each.creature:inside("library"), by = you, as = "found", least = 0 },
        move { who = named.found, to = "hand" },
      },
    },
  },
  card {
    name = "Painter",
    types = { "sorcery" },
    spell {
      act = {
        choose { "word", of = { "red" }, by = you, as = "how", least = 0 },
        when { named.how:is("red"), gain_life { player = you, amount = 1 } },
      },
    },
  },
  card {
    name = "Twin Maker",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "twin",
      target = each.creature,
      act = { create { player = you, copied = target, as = "twin" }, tap { who = named.twin } },
    },
    activated {
      "none",
      act = {
        create { player = you, card = "Grizzly Bears", count = 0, as = "twin" },
        tap { who = named.twin },
      },
    },
  },
  card {
    name = "Late Copier",
    types = { "creature" },
    power = 0,
    toughness = 1,
    static { this, layer = "text", becomes_copy(this.attached) },
  },
  card {
    name = "Striped One",
    types = { "creature" },
    power = 1,
    toughness = 1,
    static { this, stripes = add(1), when = this:being("creature") },
    static { this, spots = add(this.stripes) },
  },
  card {
    name = "Two Marks",
    types = { "instant" },
    spell {
      target = each.creature,
      act = { tap { who = target }, tap { who = named.target_2 } },
    },
  },
}
