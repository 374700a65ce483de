// Browsers offer Web Crypto only on https and localhost; a console on plain http must sign too.
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n)
const K = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)))
const H = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)))

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

/** SHA-256 of the text's UTF-8 bytes, as lower-case hex (FIPS 180-4). */
export function sha256Hex(text: string): string {
  const message = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer((((message.length + 8) >> 6) << 6) + 64))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 8, Math.floor(message.length / 2 ** 29))
  padded.setUint32(padded.byteLength - 4, (message.length * 8) >>> 0)
  const state = Int32Array.from(H)
  const w = new Int32Array(64)
  for (let offset = 0; offset < padded.byteLength; offset += 64) compress(state, w, padded, offset)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: Int32Array, w: Int32Array, block: DataView, offset: number): void {
  const at = (words: Int32Array, i: number): number => words[i] ?? 0
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const a = at(w, i - 15)
    const b = at(w, i - 2)
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + word
}
