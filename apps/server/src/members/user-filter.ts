import type { UserFilter as Asked } from '@portico/contract/accounts-admin'
import type * as z from 'zod/mini'
import { spanOf } from '../db/in-days.ts'
import type { ReadOld } from '../links/link-paths.ts'
import { linksIn } from '../links/link-subject.ts'
import type { UserFilter } from './list-users.ts'

type Filter = z.output<z.ZodMiniObject<typeof Asked>>

/** How a search text is read: as a network, and as a link of another panel. */
type Reads = { networkIn: (text: string) => string | null; readOld: ReadOld }

/** The filter of the list of members as it is asked for. Days are in the zone. */
export function toUserFilter(asked: Filter, zone: string, { networkIn, readOld }: Reads): UserFilter {
  const { q, from, to, ends_from: endsFrom, ends_to: endsTo, ...rest } = asked
  return {
    ...rest,
    asked: q ? { q, network: networkIn(q), old: linksIn(q, readOld) } : undefined,
    span: spanOf({ from, to }, zone),
    ends: spanOf({ from: endsFrom, to: endsTo }, zone),
  }
}
