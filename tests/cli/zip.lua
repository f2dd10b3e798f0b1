--- Writes zip archives byte by byte, also ones that no program would write.
local M = {}

local function checksum(text)
  local sum = 0xffffffff
  for i = 1, #text do
    sum = sum ~ text:byte(i)
    for _ = 1, 8 do
      sum = sum & 1 == 1 and sum >> 1 ~ 0xedb88320 or sum >> 1
    end
  end
  return sum ~ 0xffffffff
end

--- `count` zeros, deflated with the codes that need no table: a zero, then runs of 258 from one
--- byte before. A hundredth of their size.
---@param count integer 1 and a multiple of 258
---@return string
function M.deflated_zeros(count)
  local bytes, word, filled = {}, 0, 0
  local function put(code, size)
    for i = size - 1, 0, -1 do
      word, filled = word | (code >> i & 1) << filled, filled + 1
      if filled == 8 then
        bytes[#bytes + 1], word, filled = string.char(word), 0, 0
      end
    end
  end
  put(1, 1) -- the last block
  put(2, 2) -- fixed codes: 01, the lower bit first
  put(0x30, 8) -- the byte 0
  for _ = 1, count // 258 do
    put(0xc5, 8) -- 258 bytes
    put(0, 5) -- from one before
  end
  put(0, 7) -- the end
  put(0, 7)
  return table.concat(bytes)
end

---@class Entry
---@field [1] string name
---@field [2] string content
---@field method? integer 0 stored, 8 deflated; the content is what lies in the archive
---@field size? integer what it says to have when unpacked
---@field sum? integer its checksum
---@field mode? integer of Unix, 33188 is a plain file
---@field flags? integer 1 is encrypted

--- An archive of entries in this order.
---@param entries Entry[]
---@return string
function M.archive(entries)
  local files, directory, offset = {}, {}, 0
  for _, entry in ipairs(entries) do
    local name, data = entry[1], entry[2]
    local about = ("<I2I2I2I2I4I4I4I2I2"):pack(
      entry.flags or 0,
      entry.method or 0,
      0,
      0x21,
      entry.sum or checksum(data),
      #data,
      entry.size or #data,
      #name,
      0
    )
    files[#files + 1] = ("<c4I2"):pack("PK\3\4", 20) .. about .. name .. data
    directory[#directory + 1] = ("<c4I2I2"):pack("PK\1\2", 3 << 8 | 20, 20)
      .. about
      .. ("<I2I2I2I4I4"):pack(0, 0, 0, (entry.mode or 33188) << 16, offset)
      .. name
    offset = offset + #files[#files]
  end
  local central = table.concat(directory)
  return table.concat(files)
    .. central
    .. ("<c4I2I2I2I2I4I4I2"):pack("PK\5\6", 0, 0, #entries, #entries, #central, offset, 0)
end

return M
