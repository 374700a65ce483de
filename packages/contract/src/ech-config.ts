/** Whether a text is base64 with padding, which cores require. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** Whether a text is base64 of an ECHConfigList (RFC 9849): a two-byte length, then configurations with their own lengths. */
export function isEchConfig(text: string): boolean {
  if (text === '' || !isBase64(text)) return false
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const reader = readerOf(bytes)
  if (reader.number(2) !== bytes.length - 2) return false
  let known = 0
  while (reader.left() > 0) {
    const version = reader.number(2)
    const content = reader.block(2)
    if (!content) return false
    if (version !== 0xfe0d) continue
    if (!isContent(content)) return false
    known++
  }
  return known > 0
}

/** Whether the bytes are an ECHConfigContents: config id, KEM, public key, cipher suites, maximum name length, public name, extensions. */
function isContent(content: Uint8Array): boolean {
  const reader = readerOf(content)
  reader.number(1)
  reader.number(2)
  const [key, ciphers] = [reader.block(2), reader.block(2)]
  reader.number(1)
  const [name, extensions] = [reader.block(1), reader.block(2)]
  const isWhole = key !== null && ciphers !== null && name !== null && extensions !== null && reader.left() === 0
  return isWhole && key.length > 0 && ciphers.length >= 4 && ciphers.length % 4 === 0 && name.length > 0 && areExtensions(extensions)
}

function areExtensions(bytes: Uint8Array): boolean {
  const reader = readerOf(bytes)
  while (reader.left() > 0) {
    reader.number(2)
    if (!reader.block(2)) return false
  }
  return true
}

function readerOf(bytes: Uint8Array) {
  let at = 0
  const number = (size: number): number => {
    let value = 0
    for (const end = at + size; at < end; at++) value = value * 256 + (bytes[at] ?? Number.NaN)
    return value
  }
  return {
    number,
    left: (): number => bytes.length - at,
    /** Reads a block that follows its length; null: it is cut short. */
    block: (size: number): Uint8Array | null => {
      const length = number(size)
      if (!(at + length <= bytes.length)) return null
      at += length
      return bytes.subarray(at - length, at)
    },
  }
}
