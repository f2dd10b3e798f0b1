--- What can be attached to what. Attaching (events.lua), entering attached (laws.lua) and the
--- state-based actions about attachments (events.lua) all read this.
local attaching = {}

--- An ability that restricts `who`: where it has the ability, the host must fit.
local function if_it_has(who, ability, fits)
  return ~who:with(ability) | fits
end

--- What an Aura may enchant, by its keywords; anything if it does not say (303.4a).
local function can_enchant(who, host)
  return if_it_has(who, "enchant artifact", host:being("artifact"))
    & if_it_has(who, "enchant creature", host:being("creature"))
    & if_it_has(who, "enchant enchantment", host:being("enchantment"))
    & if_it_has(who, "enchant land", host:being("land"))
    & if_it_has(who, "enchant permanent", host.zone:is("battlefield"))
    & if_it_has(who, "enchant player", host.seat:at_least(1))
    & if_it_has(who, "enchant opponent", host.seat:at_least(1))
    & if_it_has(who, "enchant opponent", host:is_not(who.controller))
end

--- Equipment is attached to creatures, Fortifications to lands (301.5a, 301.6).
local function can_equip(who, host)
  return (~who:being("equipment") | host:being("creature"))
    & (~who:being("fortification") | host:being("land"))
end

--- Protection of the host from what `who` is (702.16c, 702.16d).
local function is_let_by(who, host)
  local suits = if_it_has(host, "protection from everything", who:is(host))
  suits = suits & if_it_has(host, "protection from all colors", who:being("colorless"))
  suits = suits & if_it_has(host, "protection from colorless", ~who:being("colorless"))
  for _, color in ipairs { "white", "blue", "black", "red", "green" } do
    suits = suits & if_it_has(host, "protection from " .. color, ~who:being(color))
  end
  for _, kind in ipairs { "artifact", "creature", "enchantment" } do
    suits = suits & if_it_has(host, "protection from " .. kind .. "s", ~who:being(kind))
  end
  return suits
end

--- Whether `who` can be attached to `host`: to a permanent or a player, and a creature to nothing
--- (301.5c, 303.4d).
function attaching.suits(who, host)
  return (host.zone:is("battlefield") | host.seat:at_least(1))
    & ~who:being("creature")
    & can_enchant(who, host)
    & can_equip(who, host)
    & is_let_by(who, host)
end

return attaching
