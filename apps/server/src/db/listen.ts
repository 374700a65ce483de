import pg from 'pg'

export type Listener = { close: () => Promise<void> }

/** Who is told of a channel's notices: with the payload, or null after the connection was lost and found again, when anything may have changed. */
export type Channels = Record<string, (what: string | null) => void>

/** Hears the database's notices about changed rows. */
export async function listen(url: string, channels: Channels, onLost: (error: Error) => void): Promise<Listener> {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const next = new pg.Client(url)
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? null))
    next.on('error', (error) => {
      onLost(error)
      again()
    })
    await next.connect()
    for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`)
    client = next
  }

  function again(): void {
    client = null
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      open().then(
        () => Object.values(channels).forEach((tell) => tell(null)),
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
