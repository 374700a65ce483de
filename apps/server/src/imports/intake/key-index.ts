import { randomInt } from 'node:crypto'

const SEED = randomInt(2 ** 31)

/** So full it may be, in eighths, before it grows. */
const FULL = 7

/**
 * A map from texts to whole numbers in 18 to 37 bytes an entry, because half a million strings would take a hundred. Texts are known by 64 bits of
 * a hash with a seed of its own for each run: among a million, two are taken for one with a chance of one in thirty million.
 */
export class KeyIndex {
  #size = 0
  #slots = 1024
  #low = new Uint32Array(this.#slots)
  #high = new Uint32Array(this.#slots)
  #values: Float64Array | null

  /** `hasValues`: false for a set of texts, in half the memory; each stands for 1. */
  constructor(hasValues = true) {
    this.#values = hasValues ? new Float64Array(this.#slots) : null
  }

  /** Adds the text unless it is there; returns what it stands for, then and now. */
  add(text: string, value: number): number | undefined {
    if (this.#size * 8 >= this.#slots * FULL) this.#grow()
    const [low, high] = hashOf(text)
    const at = this.#find(low, high)
    if (this.#isUsed(at)) return this.#valueAt(at)
    this.#put(at, low, high, value)
    this.#size++
    return undefined
  }

  get(text: string): number | undefined {
    const [low, high] = hashOf(text)
    const at = this.#find(low, high)
    return this.#isUsed(at) ? this.#valueAt(at) : undefined
  }

  has(text: string): boolean {
    return this.get(text) !== undefined
  }

  /** Forgets all: nothing more is added. */
  clear(): void {
    this.#size = 0
    this.#slots = 1024
    this.#low = new Uint32Array(this.#slots)
    this.#high = new Uint32Array(this.#slots)
    this.#values = this.#values && new Float64Array(this.#slots)
  }

  get size(): number {
    return this.#size
  }

  #valueAt(at: number): number | undefined {
    return this.#values ? this.#values[at] : 1
  }

  #isUsed(at: number): boolean {
    return this.#low[at] !== 0 || this.#high[at] !== 0
  }

  #put(at: number, low: number, high: number, value: number): void {
    this.#low[at] = low
    this.#high[at] = high
    if (this.#values) this.#values[at] = value
  }

  #find(low: number, high: number): number {
    let at = low & (this.#slots - 1)
    while (this.#isUsed(at) && (this.#low[at] !== low || this.#high[at] !== high)) at = (at + 1) & (this.#slots - 1)
    return at
  }

  #grow(): void {
    const [low, high, values] = [this.#low, this.#high, this.#values]
    this.#slots *= 2
    this.#low = new Uint32Array(this.#slots)
    this.#high = new Uint32Array(this.#slots)
    this.#values = values && new Float64Array(this.#slots)
    for (let i = 0; i < low.length; i++) {
      const [l = 0, h = 0] = [low[i], high[i]]
      if (l !== 0 || h !== 0) this.#put(this.#find(l, h), l, h, values?.[i] ?? 1)
    }
  }
}

/** Two halves of 32 bits, never both 0. */
function hashOf(text: string): [number, number] {
  let one = 0xdeadbeef ^ SEED
  let two = 0x41c6ce57 ^ SEED
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    one = Math.imul(one ^ unit, 2654435761)
    two = Math.imul(two ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one >>> 0, (two | 1) >>> 0]
}
