--- Shields, of which one is used up in part, what is put off to a later step, settings.
game:put("Bonus Bear")
game:put("Grizzly Bears", nil, "B")
game:step({ resolve = "Warding Light", by = "A", on = "Bonus Bear" })
game:step({ resolve = "Two Shields", by = "A", on = "Grizzly Bears" })
game:step({ resolve = "Slow Fire", by = "B", on = "Bonus Bear" })
game:step({ hit = { { "Grizzly Bears", "Bonus Bear", 2 } } })
