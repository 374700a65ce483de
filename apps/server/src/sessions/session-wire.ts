import type { Session } from '@portico/contract/accounts'
import type { App } from '../app.ts'
import type { SessionRow } from './sessions.table.ts'

/** A session as its owner and staff see it. `ownId`: the session that asks. */
export function toSession(row: SessionRow, ownId: number, { countryOf }: Pick<App, 'countryOf'>): Session {
  return {
    id: row.id,
    device: row.device,
    ip: row.ip,
    country: countryOf?.(row.ip) ?? null,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    current: row.id === ownId,
  }
}
