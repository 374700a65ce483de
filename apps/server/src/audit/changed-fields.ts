type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Sides = { before: Json; after: Json }

// A member's uuid is their credential at the nodes.
const SECRET = /password|secret|key|token|config|uuid|decryption|seed|dns_env/i
const MASK = '***'
/** Stands for a secret that was replaced. */
const NEW_SECRET = '*** (new)'

/** Both sides as JSON, with secret values masked. A changed secret still shows as changed. */
export function maskSecrets(before: object | null, after: object | null): Sides {
  return maskPair(toJson(before), toJson(after))
}

/** The fields that differ between two objects, each value whole. null: there is no difference. */
export function changedFields({ before, after }: Sides): Sides | null {
  if (!isObject(before) || !isObject(after)) return isSame(before, after) && before !== null ? null : { before, after }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !isSame(before[key], after[key]))
  if (keys.length === 0) return null
  return { before: pick(before, keys), after: pick(after, keys) }
}

function maskPair(before: Json, after: Json): Sides {
  if (Array.isArray(before) && Array.isArray(after)) {
    const pairs = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => maskPair(before[i] ?? null, after[i] ?? null))
    return { before: before.map((_, i) => pairs[i]?.before ?? null), after: after.map((_, i) => pairs[i]?.after ?? null) }
  }
  return { before: maskObject(before, after, MASK), after: maskObject(after, before, NEW_SECRET) }
}

/** Masks secrets of one side. `other`: the other side; a secret is marked as new only if it differs there. */
function maskObject(value: Json, other: Json, changed: string): Json {
  if (Array.isArray(value)) return value.map((inner) => maskObject(inner, null, MASK))
  if (!isObject(value)) return value
  const beside = isObject(other) ? other : {}
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const there = beside[key] ?? null
      if (SECRET.test(key) && inner !== null) return [key, there === null || isSame(inner, there) ? MASK : changed]
      return [key, maskObject(inner, there, changed)]
    }),
  )
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function pick(from: { [key: string]: Json }, keys: string[]): Json {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key] ?? null]))
}

/** The value as the database returns it: dates as text, no undefined fields. */
function toJson(value: object | null): Json {
  return value === null ? null : (JSON.parse(JSON.stringify(value)) as Json)
}
