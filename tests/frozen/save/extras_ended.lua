--- Of what was started some has ended, and something is started in its place.
game:put("Bonus Bear")
game:put("Grizzly Bears", nil, "B")
game:step({ resolve = "Warding Light", by = "A", on = "Bonus Bear" })
game:step({ resolve = "Warding Light", by = "B", on = "Grizzly Bears" })
game:step({ resolve = "Two Shields", by = "A", on = "Grizzly Bears" })
world:tick("turn")
game:step({ resolve = "Slow Fire", by = "B", on = "Bonus Bear" })
