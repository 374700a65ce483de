import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { connect } from '../src/db/client.ts'

// A process that writes to the table `moves` at the address given, until it is killed. It prints each write before it asks for it and
// after it was acknowledged.

const database = connect(process.argv[2] ?? '', { max: 3 })
/** Each has its own text, and each process meets them in its own order. */
const KINDS = ['credit', 'debit', 'gift', 'fee'].toSorted(() => randomInt(3) - 1)

async function write(): Promise<void> {
  for (;;) {
    const asked = { id: randomUUID(), kind: KINDS[randomInt(KINDS.length)] ?? '', amount: randomInt(1_000_000) }
    const text = sql`insert into moves (id, kind, amount) values (${asked.id}, ${sql.raw(`'${asked.kind}'`)}, ${asked.amount})`
    await say({ asked })
    try {
      if (randomInt(2) === 0) await database.db.execute(text)
      else await database.transaction((tx) => tx.execute(text))
      await say({ done: asked.id })
    } catch {
      await say({ failed: asked.id })
    }
  }
}

/** Waits until it has left this process: what is printed later must not be known first. */
function say(what: object): Promise<void> {
  return new Promise((done) => process.stdout.write(`${JSON.stringify(what)}\n`, () => done()))
}

await Promise.all([write(), write(), write()])
