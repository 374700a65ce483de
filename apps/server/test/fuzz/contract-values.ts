import fc from 'fast-check'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
/** A value that earlier answers had under this name, if any. */
export type Known = (name: string) => unknown
export type Random = () => number

/** Repeatable: the same seed gives the same numbers. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const ODD = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '😀'.repeat(50),
  'a'.repeat(9000),
  "'; drop table accounts; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%s%n\r\nX: y',
  -1,
  0,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  ['__proto__'],
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
]
/** One value in so many is none that the contract asks for. */
const ODD_ONE_IN = 60

/** A value for a field of this name, usually as its schema says. */
export function valueFor(schema: Schema, name: string, random: Random, known: Known): unknown {
  if (random() < 1 / ODD_ONE_IN) return pick(random, ODD)
  const seen = random() < 0.8 ? known(name) : undefined
  if (seen !== undefined && fits(schema, seen)) return seen
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valueFor(pick(random, choices), name, random, known)
  if (schema.allOf) return valueFor(Object.assign({}, ...schema.allOf), name, random, known)
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type
  switch (type ?? '') {
    case 'object':
      return objectFor(schema, random, known)
    case 'array':
      return Array.from({ length: between(random, schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3)) }, () =>
        valueFor(schema.items ?? {}, name.replace(/s$/, ''), random, known),
      )
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    case 'integer':
    case 'number':
      return numberFor(schema, name, random)
    case 'string':
      return textFor(schema, name, random)
    default:
      return pick(random, ['text', 1, null])
  }
}

function objectFor({ properties = {}, required = [], additionalProperties, propertyNames }: Schema, random: Random, known: Known) {
  const made: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(properties)) {
    // Few optional fields at once: each is one more chance to be refused.
    if (required.includes(key) || random() < 0.25) made[key] = valueFor(inner, key, random, known)
  }
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    const key = propertyNames ? valueFor(propertyNames, 'key', random, known) : 'a'
    if (typeof key === 'string') made[key] = valueFor(additionalProperties, key, random, known)
  }
  return made
}

function numberFor({ type, minimum, maximum }: Schema, name: string, random: Random): number {
  const isId = /(^|_)ids?$/.test(name)
  // The contract's plain integers are written with the limits of JSON.
  const least = minimum === undefined || minimum < -1e9 ? 0 : minimum
  const most = Math.min(maximum ?? (isId ? 12 : 10_000), Number.MAX_SAFE_INTEGER)
  const usual = between(random, isId ? Math.max(1, least) : least, Math.min(most, least + 10_000))
  const value = random() < 0.1 ? pick(random, [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER]) : usual
  return type === 'integer' ? Math.round(value) : value
}

function textFor({ format, pattern, minLength = 0, maxLength = 40 }: Schema, name: string, random: Random): string {
  const serial = Math.floor(random() * 1e9).toString(36)
  if (format === 'email' || name.includes('email')) return `f${serial}@example.com`
  if (format === 'date-time') return new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 400) * 86_400_000).toISOString()
  if (format === 'date') return new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 400) * 86_400_000).toISOString().slice(0, 10)
  if (format === 'uuid') return fc.sample(fc.uuid(), { numRuns: 1, seed: Math.floor(random() * 2 ** 31) })[0]!
  if (pattern) return matching(pattern, random) ?? `https://${serial}.example.com`
  if (/url|address$/.test(name)) return `https://${serial}.example.com`
  return `${name} ${serial} `.repeat(1 + Math.floor(minLength / 8)).slice(0, Math.max(minLength, Math.min(maxLength, 40)))
}

const made = new Map<string, fc.Arbitrary<string> | null>()

/** null: the pattern is beyond the generator. */
function matching(pattern: string, random: Random): string | null {
  if (!made.has(pattern)) made.set(pattern, arbitraryOf(pattern))
  const arbitrary = made.get(pattern)
  return arbitrary ? fc.sample(arbitrary, { numRuns: 1, seed: Math.floor(random() * 2 ** 31) })[0]! : null
}

function arbitraryOf(pattern: string): fc.Arbitrary<string> | null {
  try {
    const arbitrary = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
    fc.sample(arbitrary, 1)
    return arbitrary
  } catch {
    return null
  }
}

function fits(schema: Schema, value: unknown): boolean {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((choice) => fits(choice, value))
  if (schema.enum) return schema.enum.includes(value)
  if (schema.type === 'integer') return Number.isInteger(value)
  return schema.type === typeof value && (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(String(value)))
}

function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (Math.max(least, most) - least + 1))
}
