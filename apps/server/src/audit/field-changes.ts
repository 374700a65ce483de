import type { FieldChange } from '@portico/contract/audit-admin'
import { isObject } from '@portico/contract/plain-object'

type Sides = { before: unknown; after: unknown }

/** The changes of an act, field by field. A value that is no object changes as a whole, under an empty name. */
export function fieldChanges({ before, after }: Sides): FieldChange[] {
  if (!isObject(before ?? after)) return before === null && after === null ? [] : [change('', { before, after })]
  const [old, now] = [textByText(before), textByText(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted()
  // A row has all texts of `translations` if one of them changed.
  const changed = fields.filter((field) => !(field in old && field in now) || JSON.stringify(old[field]) !== JSON.stringify(now[field]))
  return changed.map((field) => {
    const sides = { ...(field in old ? { before: old[field] } : {}), ...(field in now ? { after: now[field] } : {}) }
    return change(field, sides)
  })
}

/** Splits `translations` into one field per text, such as `translations.zh-CN.name`. */
function textByText(side: unknown): Record<string, unknown> {
  if (!isObject(side)) return {}
  const { translations, ...rest } = side
  if (!isObject(translations)) return side
  const texts = Object.entries(translations).flatMap(([language, given]) =>
    Object.entries(isObject(given) ? given : {}).map(([name, text]) => [`translations.${language}.${name}`, text] as const),
  )
  return { ...rest, ...Object.fromEntries(texts) }
}

const change = (field: string, sides: Partial<Sides>): FieldChange => ({ field, ...sides })
