import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyText } from './put.ts'

/** Where rows of a move wait. It belongs to nobody else, and the next start drops it. */
export const STAGING = 'portico_moving'

const FULL = 512 * 1024

type Waiting = { columns: string[]; lines: string[]; length: number; rows: number; isMade: boolean }

/** Rows on their way into a schema of their own, in tables like those they are for. */
export class Staging {
  readonly #client: pg.Client
  readonly #tables = new Map<string, Waiting>()

  constructor(client: pg.Client) {
    this.#client = client
  }

  async begin(): Promise<void> {
    await this.#client.query(`drop schema if exists ${STAGING} cascade; create schema ${STAGING};
      create table ${STAGING}.moving_inviters (account_id bigint, inviter_id bigint)`)
  }

  add({ table, columns, line }: CopyText): void {
    let waiting = this.#tables.get(table)
    if (!waiting) this.#tables.set(table, (waiting = { columns, lines: [], length: 0, rows: 0, isMade: table === 'moving_inviters' }))
    if (waiting.columns.join() !== columns.join()) throw new Error(`rows of ${table} differ in their columns`)
    waiting.lines.push(line)
    waiting.length += line.length
    waiting.rows++
  }

  /** Sends what has gathered, or all. */
  async flush(all = false): Promise<void> {
    for (const [table, waiting] of this.#tables) if (waiting.length > (all ? 0 : FULL)) await this.#send(table, waiting)
  }

  /** Tables with their columns and how many rows they have. */
  list(): { table: string; columns: string[]; rows: number }[] {
    return [...this.#tables].map(([table, { columns, rows }]) => ({ table, columns, rows }))
  }

  async #send(table: string, waiting: Waiting): Promise<void> {
    const columns = waiting.columns.map((column) => `"${column}"`).join(', ')
    if (!waiting.isMade) {
      await this.#client.query(`create unlogged table ${STAGING}."${table}" as select ${columns} from public."${table}" with no data`)
      waiting.isMade = true
    }
    const { lines } = waiting
    waiting.lines = []
    waiting.length = 0
    await pipeline(Readable.from([lines.join('')]), this.#client.query(copyFrom(`copy ${STAGING}."${table}" (${columns}) from stdin`)))
  }
}
