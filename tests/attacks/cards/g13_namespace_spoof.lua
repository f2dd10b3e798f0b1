-- expect: error 'namespace'
-- why: registering a card as another pack: ids are pack:name and the pack part is set by the loader
return card { name = "Fireball", id = "core:fireball", types = { "creature" }, power = 99, toughness = 1 }
