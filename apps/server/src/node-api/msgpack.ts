/** Encodes plain JSON values in the MessagePack format (https://github.com/msgpack/msgpack/blob/master/spec.md). */
export function msgpack(value: unknown): Buffer {
  const parts: Buffer[] = []
  write(value, parts)
  return Buffer.concat(parts)
}

function write(value: unknown, parts: Buffer[]): void {
  if (value === null || value === undefined) parts.push(Buffer.of(0xc0))
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xc3 : 0xc2))
  else if (typeof value === 'number') parts.push(number(value))
  else if (typeof value === 'string') {
    const text = Buffer.from(value)
    parts.push(header(text.length, { fix: 0xa0, fixed: 31, byte: 0xd9, word: 0xda }), text)
  } else if (Array.isArray(value)) {
    parts.push(header(value.length, { fix: 0x90, fixed: 15, byte: null, word: 0xdc }))
    for (const item of value) write(item, parts)
  } else if (typeof value === 'object') {
    const entries = Object.entries(value)
    parts.push(header(entries.length, { fix: 0x80, fixed: 15, byte: null, word: 0xde }))
    for (const [key, item] of entries) {
      write(key, parts)
      write(item, parts)
    }
  } else throw new TypeError(`MessagePack cannot encode a ${typeof value}`)
}

function number(value: number): Buffer {
  if (!Number.isSafeInteger(value)) return filled(0xcb, 8, (bytes) => bytes.writeDoubleBE(value, 1))
  if (value < 0) return filled(0xd3, 8, (bytes) => bytes.writeBigInt64BE(BigInt(value), 1))
  if (value < 0x80) return Buffer.of(value)
  if (value < 0x100) return Buffer.of(0xcc, value)
  if (value < 0x1_0000) return filled(0xcd, 2, (bytes) => bytes.writeUInt16BE(value, 1))
  if (value < 0x1_0000_0000) return filled(0xce, 4, (bytes) => bytes.writeUInt32BE(value, 1))
  return filled(0xcf, 8, (bytes) => bytes.writeBigUInt64BE(BigInt(value), 1))
}

/** The type and length of what follows; `word` + 1 marks the same with 32 bits. */
function header(length: number, marks: { fix: number; fixed: number; byte: number | null; word: number }): Buffer {
  if (length <= marks.fixed) return Buffer.of(marks.fix + length)
  if (marks.byte !== null && length < 0x100) return Buffer.of(marks.byte, length)
  if (length < 0x1_0000) return filled(marks.word, 2, (bytes) => bytes.writeUInt16BE(length, 1))
  return filled(marks.word + 1, 4, (bytes) => bytes.writeUInt32BE(length, 1))
}

function filled(mark: number, bytes: number, fill: (buffer: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(bytes + 1)
  buffer[0] = mark
  fill(buffer)
  return buffer
}
