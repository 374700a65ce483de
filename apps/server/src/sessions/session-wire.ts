import { Session } from '@portico/contract/accounts'
import type { App } from '../app.ts'
import { toWire } from '../to-wire.ts'
import type { SessionRow } from './sessions.table.ts'

/** A session as its owner and staff see it. `ownId`: the session that asks. */
export function toSession(row: SessionRow, ownId: number, { countryOf }: Pick<App, 'countryOf'>): Session {
  return toWire(Session, { ...row, country: countryOf?.(row.ip) ?? null, current: row.id === ownId })
}
