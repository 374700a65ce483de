import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type OrderRow, orders } from '../../src/orders/orders.table.ts'
import { findMatches } from '../../src/statements/find-matches.ts'
import { confirmMatch } from '../../src/statements/confirm-match.ts'
import { prepareImport } from '../../src/statements/prepare-import.ts'
import { runImport, startImport } from '../../src/statements/run-import.ts'
import { assignLine, ignoreLine } from '../../src/statements/settle-line.ts'
import { statementLines } from '../../src/statements/statements.table.ts'
import { operator, refusable } from './money-calls.ts'
import { noteIncome, outcomeOf } from './money-income.ts'
import { type Gateway, tryOut } from './money-payments.ts'
import { type Attempt, context, type Known, openPaid, type Person, receive, remember, type World } from './money-world.ts'

type Line = { id: number; status: string }

/** A statement names a payment: what its gateway has not reported is booked, once, and the rest is only compared. */
export async function stateNamed(world: World, person: Person, known: Known, gateway: Gateway): Promise<void> {
  const attempt = (await tryOut(world, person, known, gateway)) ?? known.attempts.at(-1)
  if (!attempt) return
  const reference = newReference()
  const line = await importLine(world, { attempt, reference, amount: attempt.payAmount, number: attempt.no })
  // If something came in for the order, staff may have to look.
  const isWrong = line.status === 'booked' ? attempt.paid > 0 || attempt.stated : !known.came
  if (isWrong) throw new Error(`a line was ${line.status}: ${JSON.stringify(attempt)}`)
  if (line.status !== 'booked') return
  attempt.stated = true
  noteIncome(person, known, attempt, await outcomeOf(world, reference))
  await openPaid(world)
}

/** A statement has a payment that names nothing. Staff confirm what the page suggests, assign it, or ignore it. */
export async function stateUnnamed(world: World, person: Person, known: Known | undefined, choice: number): Promise<void> {
  const { database } = world.t
  const attempt = known?.attempts.at(-1)
  const amount = attempt && choice % 2 === 0 ? attempt.payAmount : (known?.row.totalAmount ?? 0) + (choice % 9) * 100 + 1
  const reference = newReference()
  const line = await importLine(world, { attempt, reference, amount, number: '' })
  if (line.status !== 'unmatched') return
  const [match] = await findMatches(database.db, [line.id])
  const suggested = known?.attempts.find(({ no }) => no === match?.attemptNo)
  if (known && suggested && match && match.effect === 'settled' && choice % 3 !== 2) {
    const confirmed = { id: line.id, attemptNo: suggested.no, effect: match.effect }
    await confirmMatch(database, operator(world), confirmed, world.now)
    suggested.stated = true
    noteIncome(person, known, suggested, 'settled')
  } else if (choice % 5 === 0) {
    await ignoreLine(database, operator(world), { id: line.id, note: 'r' }, world.now)
  } else {
    await assign(world, person, choice % 2 === 0 ? undefined : known, { line, amount })
  }
  await openPaid(world)
}

async function assign(
  world: World,
  person: Person,
  known: Known | undefined,
  { line, amount }: { line: Line; amount: number },
): Promise<void> {
  const to = known ? { tradeNo: known.row.tradeNo, email: null } : { tradeNo: null, email: person.email }
  const given = assignLine(world.t.database, operator(world), { id: line.id, ...to, note: 'r' }, context(world))
  if (!(await refusable(given.then(() => true)))) return
  person.paidIn += amount
  if (!known) {
    remember(world, person, await topUpOf(world, line)).came = true
    return receive(person, amount)
  }
  known.came = true
  person.held -= known.row.balanceAmount
  receive(person, amount - known.row.totalAmount)
  known.row = { ...known.row, status: 'processing' }
}

/** The order that was made of a line. */
async function topUpOf({ t }: World, { id }: Line): Promise<OrderRow> {
  const [row] = await t.database.db
    .select({ order: orders })
    .from(orders)
    .innerJoin(statementLines, eq(statementLines.tradeNo, orders.tradeNo))
    .where(eq(statementLines.id, id))
  if (row?.order.status !== 'completed' || row.order.type !== 'topup') throw new Error('a line made no top-up')
  return row.order
}

/** The same file again books nothing: open lines are compared again. */
export function stateAgain(world: World, choice: number): Promise<void> {
  const statement = world.statements[choice % world.statements.length]!
  return importFile(world, statement.methodId, statement.file)
}

type Entry = { attempt: Attempt | undefined; reference: string; amount: number; number: string }

async function importLine(world: World, { attempt, reference, amount, number }: Entry): Promise<Line> {
  const { id: methodId } = attempt?.stripe ? world.methods.stripe : world.methods.epay
  const entry = [world.now.toISOString(), (amount / 100).toFixed(2), 'CNY', reference, number, 'in'].join(',')
  const file = `Date,Amount,Currency,Reference,Number,Direction\n${entry}`
  await importFile(world, methodId, file)
  world.statements.push({ methodId, file })
  const sql = 'select id, status from statement_lines where method_id = $1 and reference = $2'
  const { rows } = await world.t.database.pool.query<{ id: string; status: string }>(sql, [methodId, reference])
  return { id: Number(rows[0]!.id), status: rows[0]!.status }
}

async function importFile(world: World, methodId: number, file: string): Promise<void> {
  const { database } = world.t
  const given = { methodId, name: 'statement.csv', bytes: Buffer.from(file) }
  const id = await prepareImport(world.t.app, operator(world), given, { now: world.now, zone: world.settings['site.timezone'] })
  await startImport(database, operator(world), id, world.now)
  await runImport(database, id, () => context(world).now)
}

const newReference = (): string => `BANK${randomUUID().slice(0, 8).toUpperCase()}`
