import type * as z from 'zod/mini'

type Schema = z.ZodMiniType
type Value = string | number | undefined
/** The parts of a query by name. */
export type Values = Record<string, Value>

/** The parts of an endpoint's query. How many rows a page has is not for the address. */
export function fieldsOf({ query }: { query?: Schema }): Record<string, Schema> {
  const shape = query && 'shape' in query ? (query as z.ZodMiniObject).shape : {}
  return Object.fromEntries(Object.entries(shape).filter(([name]) => name !== 'page_size')) as Record<string, Schema>
}

/** A filter by the id of something goes by its noun: `plan` for `plan_id`. */
export function nameInUrl(name: string, fields: Record<string, Schema>): string {
  const noun = name.replace(/_id$/, '')
  return noun in fields ? name : noun
}

/** What an address says of a query. What its endpoint would refuse is left out; a text that is too long is cut. */
export function readFields(fields: Record<string, Schema>, address: unknown): Values {
  const texts = new Map(Object.entries(address ?? {}))
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fit(field, texts.get(nameInUrl(name, fields)))]))
}

function fit(field: Schema, text: unknown): Value {
  if (text === '') return undefined
  const { data, error } = field.safeParse(text)
  const [issue] = error?.issues ?? []
  if (typeof text === 'string' && issue?.code === 'too_big' && issue.origin === 'string') return text.slice(0, Number(issue.maximum))
  return typeof data === 'string' || typeof data === 'number' ? data : undefined
}
