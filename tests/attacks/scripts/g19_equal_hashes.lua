-- expect: error 'have one hash'
-- why: a name with the 64-bit hash of another is found in a second, and saves know names by their hashes
strata.rules({
  layers = { "only" },
  attributes = { power = "int", evilattrib8vagpn1t3bls9 = "int" },
})
