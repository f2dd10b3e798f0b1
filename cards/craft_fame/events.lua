--- To praise somebody, and to show blades, for which one is praised.
return events {
  as_of = "0.4",
  --- A smith is praised and becomes more famous.
  event {
    "praise",
    fields = { who = "ref", count = "int" },
    affected = "who",
    matters = event.count:at_least(1),
    does = { base { event.who, fame = add(event.count) } },
  },
  --- A smith shows blades, for which there is praise.
  event {
    "show",
    fields = { who = "ref", count = "int" },
    affected = "who",
    can = event.who.blades:at_least(event.count),
    results = { praise { who = event.who, count = event.count } },
  },
}
