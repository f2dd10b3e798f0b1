return card { name = "heap", left = 7 }
