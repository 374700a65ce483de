import { type AliasType, aliasType } from '@portico/contract/node-aliases'
import { batched } from '../../db/batch.ts'
import type { Database } from '../../db/client.ts'
import { AT_FIRST_USE } from '../../db/hot-statements.ts'

const QUERY = `
  select a.type, a.code, a.node_id as "nodeId" from node_aliases a join nodes n on n.id = a.node_id
  where a.code = any($1) and n.deleted_at is null`
type Found = NamedNode & { code: string }

export type NamedNode = { type: AliasType; nodeId: number }

/**
 * Finds a node's id by the name that it had at an old panel. A program that gives no type, as those of v2node do, means the node of type
 * `v2node`, or the only one with that code.
 */
export function nodesByAlias({ pool }: Database): (type: string | null, code: string) => Promise<NamedNode | undefined> {
  const findAll = batched<string, Found[]>(async (codes) => {
    const { rows } = await pool.query<Found>({ name: AT_FIRST_USE, text: QUERY, values: [[...new Set(codes)]] })
    return Map.groupBy(rows, ({ code }) => code)
  })
  return async (given, code) => {
    const named = (await findAll(code)) ?? []
    const of = (type: AliasType | null): NamedNode | undefined => named.find((one) => one.type === type)
    if (given !== null && given !== '') return of(aliasType(given))
    return of('v2node') ?? (named.length === 1 ? named[0] : undefined)
  }
}
