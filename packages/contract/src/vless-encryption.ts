/** Bytes of the keys on the client's and the node's side: X25519, then ML-KEM-768. */
const KEY_BYTES = { encryption: [32, 1184], decryption: [32, 64] } as const
/** Characters; longer parts are keys, shorter ones are padding. */
const SHORTEST_KEY = 20
const [LEAST_FIRST, MOST_TOGETHER] = [35, 65_553]

/**
 * Whether cores accept the text: method, appearance, ticket lifetime, padding and at least one key, joined by dots. Xray and mihomo refuse
 * a whole file with a bad one (https://github.com/XTLS/Xray-core/blob/main/proxy/vless/encryption).
 */
export function isEncryption(text: string, side: keyof typeof KEY_BYTES): boolean {
  const head =
    side === 'encryption'
      ? /^mlkem768x25519plus\.(?:native|xorpub|random)\.[01]rtt\./
      : /^mlkem768x25519plus\.(?:native|xorpub|random)\.\d{1,9}(?:-\d{1,9})?s\./
  if (!head.test(text)) return false
  const parts = text.replace(head, '').split('.')
  const first = parts.findIndex((part) => part.length >= SHORTEST_KEY)
  if (first < 0) return false
  return isPadding(parts.slice(0, first)) && parts.slice(first).every((part) => isKey(part, KEY_BYTES[side]))
}

/** Whether the parts are padding: lengths and gaps in turn, each "percent-from-to". */
function isPadding(parts: readonly string[]): boolean {
  const read = parts.map((part) => /^(\d+)-(\d+)-(\d+)(?:-|$)/.exec(part)?.slice(1).map(Number))
  if (read.includes(undefined)) return false
  const lengths = read.flatMap((part, at) => (part && at % 2 === 0 ? [part] : []))
  const [percent = 100, ...sizes] = lengths[0] ?? []
  const together = lengths.reduce((sum, [, from = 0, to = 0]) => sum + Math.max(from, to), 0)
  return percent >= 100 && sizes.every((size) => size >= LEAST_FIRST) && together <= MOST_TOGETHER
}

function isKey(text: string, sizes: readonly number[]): boolean {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return false
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return sizes.includes(bytes.length) && (bytes.length !== 1184 || isMlKemKey(bytes))
}

/** Whether the bytes are an ML-KEM-768 public key: 12-bit coefficients below the modulus, then a 32-byte seed (FIPS 203). */
function isMlKemKey(bytes: Uint8Array): boolean {
  for (let at = 0; at < 1152; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    if ((a | ((b & 15) << 8)) >= 3329 || ((b >> 4) | (c << 4)) >= 3329) return false
  }
  return true
}
