import type { FieldChange } from '@portico/contract/audit-admin'

type Sides = { before: unknown; after: unknown }

/** The changes of an act, field by field. A value that is no object changes as a whole, under an empty name. */
export function fieldChanges({ before, after }: Sides): FieldChange[] {
  if (!isObject(before ?? after)) return before === null && after === null ? [] : [change('', { before, after })]
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted().map((field) => {
    const sides = { ...(field in old ? { before: old[field] } : {}), ...(field in now ? { after: now[field] } : {}) }
    return change(field, sides)
  })
}

const change = (field: string, sides: Partial<Sides>): FieldChange => ({ field, ...sides })

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
