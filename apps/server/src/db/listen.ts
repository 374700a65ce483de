import type pg from 'pg'
import { openClient } from './hosts/writer-client.ts'

export type Listener = { close: () => Promise<void> }

const PROBE_MS = 5000
const RETRY_MS = 500

/**
 * Passes on PostgreSQL notifications about changed rows. `onChange` gets the payload, or null after a reconnect, when anything may
 * have changed. `url` must not lead through a pooler.
 */
export async function listen(url: string, onChange: (what: string | null) => void, onLost: (error: Error) => void): Promise<Listener> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const times = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS }
    const next = await openClient({ connectionString: url, application_name: 'portico notices', ...times })
    next.on('notification', (message) => onChange(message.payload ?? null))
    next.on('error', (error) => lost(next, error))
    try {
      await next.query('listen portico_changed')
      client = next
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
  }

  function lost(which: pg.Client, error: Error): void {
    if (which !== client) return
    client = null
    onLost(error)
    which.end().catch(() => {})
    again()
  }

  function again(): void {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => void open().then(() => onChange(null), again), RETRY_MS)
  }

  await open()
  // Only a query reveals a connection that a firewall dropped silently.
  const probe = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch((error: Error) => lost(asked, error))
  }, PROBE_MS).unref()
  return {
    async close() {
      closed = true
      clearInterval(probe)
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
