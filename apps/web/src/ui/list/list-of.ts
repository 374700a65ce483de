import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import type { CallOptions } from '../../api/call.ts'
import { list, prefetch } from '../../api/query.ts'

type Schema = z.ZodMiniType
type None = z.ZodMiniType<undefined, undefined>

type Value = string | number | undefined
/** The parts of a query by name. */
export type Values = Record<string, Value>

interface Options extends Pick<CallOptions, 'background'> {
  /** Milliseconds after which it is fetched again. */
  refetchInterval?: number
}

/** A list, as `listOf` declares it. */
export type ListOf<Q extends Schema, R extends Schema> = ReturnType<typeof listOf<Q, R>>

/** Declares a list. Its filters, order and pages are those of its endpoint's query; the address holds them. */
export function listOf<Q extends Schema, R extends Schema>(
  endpoint: Endpoint<None, Q, None, R>,
  { background = false, ...options }: Options = {},
) {
  const fields = fieldsOf(endpoint)
  /** What the endpoint would refuse is left out; a text that is too long is cut. */
  const parse = (raw: unknown): Values => {
    const texts = new Map(Object.entries(raw ?? {}))
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fit(field, texts.get(nameInUrl(name, fields)))]))
  }
  const query = (state: Values) => ({
    // A state has the fields of the query, each checked.
    ...list(endpoint, (endpoint.query ? { query: state } : {}) as CallInput<None, Q, None>, { background }),
    ...options,
  })
  /** For the route: fetches what its address asks for. */
  const load = ({ location }: { location: { search: unknown } }): Promise<void> => prefetch(query(parse(location.search)))
  return { endpoint, fields, parse, query, load }
}

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

function fit(field: Schema, text: unknown): Value {
  if (text === '') return undefined
  const { data, error } = field.safeParse(text)
  const [issue] = error?.issues ?? []
  if (typeof text === 'string' && issue?.code === 'too_big' && issue.origin === 'string') return text.slice(0, Number(issue.maximum))
  return typeof data === 'string' || typeof data === 'number' ? data : undefined
}
