--- Guests are a kind of people.
return extend {
  attributes = { kinds = { "guest" } },
}
