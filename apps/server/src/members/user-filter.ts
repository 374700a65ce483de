import type { UserFilter as Asked } from '@portico/contract/accounts-admin'
import type * as z from 'zod/mini'
import { spanOf } from '../db/in-days.ts'
import type { UserFilter } from './list-users.ts'

type Filter = z.output<z.ZodMiniObject<typeof Asked>>

/** The filter of the list of members as it is asked for. Days are in the zone; `networkIn` finds the address in a text. */
export function toUserFilter(asked: Filter, zone: string, networkIn: (text: string) => string | null): UserFilter {
  const { q, from, to, ends_from: endsFrom, ends_to: endsTo, ...rest } = asked
  return {
    ...rest,
    asked: q ? { q, network: networkIn(q) } : undefined,
    span: spanOf({ from, to }, zone),
    ends: spanOf({ from: endsFrom, to: endsTo }, zone),
  }
}
