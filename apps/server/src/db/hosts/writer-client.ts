import pg from 'pg'
import { atHost, type Host, hostsOf } from './host-list.ts'

/** Milliseconds for one of several servers to take a connection: the next one may be alive. */
const TRY_MS = 2000
/** What a server says of itself at the start of a session: the first, that it is a standby. */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only']

/** The servers of an address, and which of them took writes last. */
type Group = { hosts: Host[]; at: number; open: Set<WriterClient> }
const groups = new Map<string, Group>()

function groupOf(url: string): Group {
  const hosts = hostsOf(url)
  const key = hosts.map(({ host, port }) => `${host}:${port}`).join()
  const known = groups.get(key) ?? { hosts, at: 0, open: new Set() }
  groups.set(key, known)
  return known
}

/** A standby, where a writer was looked for. Its code is that of a write there. */
class ReadOnlyServer extends Error {
  readonly code = '25006'
}

type Config = pg.ClientConfig & { connectionString: string }
type Connected = (error: Error) => void
/** Fields of `pg` that its types lack. */
type Inside = { connection: pg.Connection & { stream: { destroy: () => void } } }

/**
 * A connection to the server that takes writes: node-postgres knows neither several hosts nor `target_session_attrs`. Each connection
 * tries one server; after a failure, the next connection tries the next. When another server takes the writes, all connections to the
 * others end, even those that a cut network would leave waiting for minutes.
 */
export class WriterClient extends pg.Client {
  private readonly group: Group
  private readonly tried: number

  constructor(config: Config) {
    const group = groupOf(config.connectionString)
    const next = group.hosts.length > 1 ? group.hosts[group.at] : undefined
    const longest = Math.min(config.connectionTimeoutMillis || TRY_MS, TRY_MS)
    super(next ? { ...config, connectionString: atHost(config.connectionString, next), connectionTimeoutMillis: longest } : config)
    this.group = group
    this.tried = group.at
  }

  override connect(): Promise<this>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<this> | void {
    const opened = this.open()
    if (!connected) return opened.then(() => this)
    opened.then(
      // The callback of `pg` gets null, which its types leave out.
      () => (connected as (error: Error | null) => void)(null),
      (error: Error) => connected(error),
    )
  }

  private async open(): Promise<void> {
    let isReadOnly = false
    const wire = (this as unknown as Inside).connection
    wire.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (READ_ONLY.includes(parameterName ?? '')) isReadOnly ||= parameterValue === 'on'
    })
    try {
      await super.connect()
      if (isReadOnly && this.group.hosts.length > 1) {
        this.end().catch(() => {})
        throw new ReadOnlyServer(`${this.host}:${this.port} is a standby`)
      }
    } catch (error) {
      this.distrust()
      throw error
    }
    this.group.open.add(this)
    this.once('end', () => this.group.open.delete(this))
    this.leaveOthers()
  }

  /** The next connection goes to the next server. */
  distrust(): void {
    const { group } = this
    if (group.at === this.tried) group.at = (group.at + 1) % group.hosts.length
  }

  private leaveOthers(): void {
    for (const other of this.group.open) if (other.tried !== this.tried) (other as unknown as Inside).connection.stream.destroy()
  }
}

/** For `pg.Pool`, which gives each client the options of the pool; its types know none. */
export const asPoolClient = WriterClient as unknown as new () => pg.ClientBase

/** Opens a connection of its own to the server that takes writes; each is asked once. */
export async function openClient(config: Config): Promise<pg.Client> {
  for (let left = hostsOf(config.connectionString).length; ; left--) {
    const client = new WriterClient(config)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => {})
      if (left <= 1) throw error
    }
  }
}
