import pg from 'pg'

export type Listener = { close: () => Promise<void> }

/**
 * Hears the database's notices about changed rows. `onChange` gets the payload, or null after the connection was lost
 * and found again: then anything may have changed.
 */
export async function listen(url: string, onChange: (what: string | null) => void, onLost: (error: Error) => void): Promise<Listener> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const next = new pg.Client(url)
    next.on('notification', (message) => onChange(message.payload ?? null))
    next.on('error', (error) => {
      onLost(error)
      again()
    })
    await next.connect()
    await next.query('listen portico_changed')
    client = next
  }

  function again(): void {
    client = null
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      open().then(
        () => onChange(null),
        () => again(),
      )
    }, 500)
  }

  await open()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
