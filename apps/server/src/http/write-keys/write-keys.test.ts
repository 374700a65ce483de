import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { createDatabase, forFile, type Member, startApp } from '../../../test/harness.ts'
import { listening } from '../../../test/listening.ts'
import { dropOldKeys } from './write-keys.ts'

/** Cuts a connection when a statement with this text is sent: before it arrives, or after it was done and before its answer. */
let cut: { at: string; isDone: boolean } | null = null
async function cuttingProxy(url: string) {
  const [to, at] = [new URL(url), new URL(url)]
  const server = createServer((client: Socket) => {
    const onward = connect(Number(to.port), to.hostname)
    for (const socket of [client, onward]) socket.on('error', () => {}).on('close', () => (client.destroy(), onward.destroy()))
    client.on('data', (chunk) => {
      const due = cut !== null && chunk.includes(cut.at) ? cut : null
      if (due === null) return onward.write(chunk)
      cut = null
      if (!due.isDone) return client.destroy()
      onward.unpipe(client)
      onward.once('data', () => client.destroy()).resume()
      return onward.write(chunk)
    })
    onward.pipe(client)
  })
  at.port = String((await listening(server)).port)
  return { url: at.href, stop: () => server.close() }
}

const own = await createDatabase('template_portico')
const proxy = await forFile(cuttingProxy(own.serverUrl))
const t = await forFile(startApp({ on: { ...own, serverUrl: proxy.url } }))
const [admin, plan] = [await t.admin(), await t.plan()]

const give = ({ id }: Member, amount: number, key: string) =>
  admin.call('POST', `/admin/users/${id}/balance`, { amount, reason: 'a gift' }, { 'idempotency-key': key })
const order = (member: Member, key: string, period = 'month_price') =>
  member.call('POST', '/muser/order/save', { plan_id: plan.id, period, use_balance: false }, { 'idempotency-key': key })
/** As the ledger has it. */
const moved = async ({ id }: Member): Promise<number> =>
  (
    await t.asOwner(`select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
      where a.kind = 'member' and a.owner_id = ${id}`)
  ).rows[0].sum

test('a repeat with its key gets the first answer and changes nothing; another body is refused, and keys are each account’s own', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const key = randomUUID()
  const first = await order(member, key)
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
  const again = await order(member, key)
  expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
  expect(await order(member, key, 'year_price')).toMatchObject({ status: 422, body: { code: 'key.other_request' } })
  expect((await order(other, key)).body.trade_no).not.toBe(first.body.trade_no)
  expect(await order(member, 'two words')).toMatchObject({ status: 422, body: { code: 'key.malformed' } })
  const { rows } = await t.asOwner(`select answer from write_keys where account_id = ${member.id}`)
  expect(JSON.stringify(rows)).not.toContain(first.body.trade_no)
})

test('a refusal is kept too, in the language of who repeats; after 48 hours a key is new', async () => {
  const key = randomUUID()
  const ask = (language: string) =>
    admin.call('DELETE', '/admin/groups/999999', {}, { 'idempotency-key': key, 'accept-language': language })
  const refused = await ask('en')
  expect(refused.status).toBe(404)
  expect(await ask('zh-CN')).toMatchObject({ status: 404, body: { message: expect.stringMatching(/[一-龥]/) } })
  await dropOldKeys(t.database, new Date(Date.now() + 49 * 3_600_000))
  expect((await ask('en')).headers.get('idempotency-replayed')).toBeNull()
})

test('of many at once one is carried out', async () => {
  const [member, key] = [await t.member(), randomUUID()]
  const answers = await atOnce(() => give(member, 500, key))
  for (const { status, body } of answers) expect([200, 409]).toContain(status === 409 && body.code !== 'key.in_use' ? 0 : status)
  expect(answers.filter(({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'))).toHaveLength(1)
  expect(await moved(member)).toBe(500)
})

test.each([
  ['before the work is done', 'insert into "ledger_entries"', false],
  ['before the commit', 'commit', false],
  ['after the commit, before its answer', 'commit', true],
])('a connection that is lost %s costs the caller nothing: it is done once', async (_, at, isDone) => {
  const [member, key] = [await t.member(), randomUUID()]
  cut = { at, isDone }
  const first = await give(member, 700, key)
  expect(cut).toBeNull()
  expect(first.status).toBe(200)
  expect(await moved(member)).toBe(700)
  expect((await give(member, 700, key)).body).toEqual(first.body)
  expect(await moved(member)).toBe(700)
})

test('if the process ends after the commit, the repeat learns that it was done; if before, it is done by the repeat', async () => {
  const [member, key] = [await t.member(), randomUUID()]
  await give(member, 900, key)
  const ended = (marks: string) =>
    t.asOwner(`update write_keys set answer = null, marks = ${marks}, claimed_at = now() - interval '20 seconds' where key = '${key}'`)
  await ended('marks')
  expect(await give(member, 900, key)).toMatchObject({ status: 409, body: { code: 'key.answer_lost' } })
  expect(await moved(member)).toBe(900)
  await ended(`'{}'`)
  expect((await give(member, 900, key)).status).toBe(200)
  expect(await moved(member)).toBe(1800)
})
