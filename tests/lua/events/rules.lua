--- Words that fields of events hold and nothing else declares.
return extend { symbols = { "upkeep" } }
