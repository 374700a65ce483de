import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { connect } from '../src/db/client.ts'

// A process that writes to the table `moves` at the address given, until it is killed. It prints each write before it asks for it and
// after it was acknowledged.

const database = connect(process.argv[2] ?? '', () => {}, 3)
/** Each has its own text, and each process meets them in its own order. */
const KINDS = ['credit', 'debit', 'gift', 'fee'].toSorted(() => randomInt(3) - 1)

async function write(): Promise<void> {
  for (;;) {
    const asked = { id: randomUUID(), kind: KINDS[randomInt(KINDS.length)] ?? '', amount: randomInt(1_000_000) }
    const text = sql`insert into moves (id, kind, amount) values (${asked.id}, ${sql.raw(`'${asked.kind}'`)}, ${asked.amount})`
    console.log(JSON.stringify({ asked }))
    try {
      if (randomInt(2) === 0) await database.db.execute(text)
      else await database.transaction((tx) => tx.execute(text))
      console.log(JSON.stringify({ done: asked.id }))
    } catch {
      console.log(JSON.stringify({ failed: asked.id }))
    }
  }
}

await Promise.all([write(), write(), write()])
