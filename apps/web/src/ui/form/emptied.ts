/** The values of a form with one field emptied, as a person can empty it; null: it is empty, or cannot be. */
export function emptied<V extends Record<string, unknown>>(values: V, path: string): V | null {
  const [name = '', ...rest] = path.split('.')
  const value = values[name]
  if (rest.length > 0) {
    if (typeof value !== 'object' || value === null) return null
    // An object or a list, whose parts go by name or place.
    const inner = emptied(value as Record<string, unknown>, rest.join('.'))
    if (inner === null) return null
    return { ...values, [name]: Array.isArray(value) ? Object.values(inner) : inner }
  }
  if (typeof value === 'string' || typeof value === 'number') return { ...values, [name]: '' }
  if (Array.isArray(value)) return { ...values, [name]: [] }
  return value === null ? values : null
}
