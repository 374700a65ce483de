import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import type { CallOptions } from '../../api/call.ts'
import { list, prefetch } from '../../api/query.ts'
import { fieldsOf, readFields, type Values } from './query-fields.ts'

type Schema = z.ZodMiniType
type None = z.ZodMiniType<undefined, undefined>

interface Options extends Pick<CallOptions, 'background'> {
  /** Milliseconds after which it is fetched again. */
  refetchInterval?: number
  /** The order that the endpoint uses where the address names none; its column is marked. */
  order?: string
}

/** A list, as `listOf` declares it. */
export type ListOf<Q extends Schema, R extends Schema> = ReturnType<typeof listOf<Q, R>>

/** Declares a list. Its filters, order and pages are those of its endpoint's query; the address holds them. */
export function listOf<Q extends Schema, R extends Schema>(
  endpoint: Endpoint<None, Q, None, R>,
  { background = false, order, ...options }: Options = {},
) {
  const fields = fieldsOf(endpoint)
  const parse = (address: unknown): Values => readFields(fields, address)
  const query = (state: Values) => ({
    // A state has the fields of the query, each checked.
    ...list(endpoint, (endpoint.query ? { query: state } : {}) as CallInput<None, Q, None>, { background }),
    ...options,
  })
  /** For the route: fetches what its address asks for. */
  const load = ({ location }: { location: { search: unknown } }): Promise<void> => prefetch(query(parse(location.search)))
  return { endpoint, fields, order, parse, query, load }
}
