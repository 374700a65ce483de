import { randomBytes } from 'node:crypto'
import { MAX_PROOF_BYTES, type ProofFile, type ProofType } from '@portico/contract/payment-proofs'
import type { ListedOrder } from '@portico/contract/orders-admin'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { expireOrders } from '../orders/cancel-order.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1-2-3' } })

const BEGINNINGS: Record<ProofType, Buffer> = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe0', 'hex'),
  'image/webp': Buffer.concat([Buffer.from('RIFF'), Buffer.from([9, 9, 9, 9]), Buffer.from('WEBP')]),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
}
const TYPES = Object.keys(BEGINNINGS) as ProofType[]

const bytesOf = (type: ProofType, size = 300): Buffer => Buffer.concat([BEGINNINGS[type], randomBytes(size - BEGINNINGS[type].length)])
const fileOf = (type: ProofType, bytes: Buffer = bytesOf(type)) => ({ type, data: bytes.toString('base64') })

const prove = (member: Member, tradeNo: string, values: Record<string, unknown>): Promise<Answer> =>
  member.call('POST', '/muser/order/proof', { trade_no: tradeNo, ...values })
const sent = async (member: Member, tradeNo: string) => (await member.call('GET', '/muser/order/proof', { trade_no: tradeNo })).body
const filesSeen = async (tradeNo: string): Promise<ProofFile[]> => (await shop.details(tradeNo)).attempts[0].proof_files

/** An unpaid order whose member has chosen to transfer the money. */
async function transferring() {
  const order = await shop.order()
  expect((await shop.checkout(order.member, order.tradeNo, bank)).status).toBe(200)
  return order
}

test('a member’s text reaches the operator; a later text replaces it, and a file leaves it', async () => {
  const { member, tradeNo } = await transferring()
  expect(await sent(member, tradeNo)).toEqual({ text: null, text_at: null, files: [], open: true, files_left: 3 })
  expect((await prove(member, tradeNo, { proof: ' transfer 1 ' })).body).toEqual({ ok: true })
  expect((await prove(member, tradeNo, { proof: 'transfer 2' })).status).toBe(200)
  expect((await prove(member, tradeNo, { file: fileOf('image/png') })).status).toBe(200)
  expect((await shop.details(tradeNo)).attempts).toMatchObject([{ proof: 'transfer 2', proof_files: [{ type: 'image/png', size: 300 }] }])
  const { text, text_at: at, ...rest } = await sent(member, tradeNo)
  expect([text, Math.abs(new Date(at).getTime() - t.app.now().getTime()) < 60_000]).toEqual(['transfer 2', true])
  expect(rest).toMatchObject({ open: true, files_left: 2 })
})

test.each(TYPES)('%s: the operator and the member get exactly the uploaded bytes', async (type) => {
  const { member, tradeNo } = await transferring()
  const bytes = bytesOf(type, 5000)
  const file = { ...fileOf(type, bytes), name: '../../evil.html' }
  expect((await prove(member, tradeNo, { proof: 'with a file', file })).status).toBe(200)
  const [seen] = await filesSeen(tradeNo)
  expect(seen).toEqual({ id: expect.any(Number), type, size: 5000, uploaded_at: expect.any(String) })
  expect((await sent(member, tradeNo)).files).toEqual([seen])
  for (const answer of [
    await shop.admin.call('GET', `/admin/orders/${tradeNo}/proofs/${seen!.id}`),
    await member.call('GET', `/muser/order/proof/${seen!.id}`),
  ]) {
    expect([answer.status, answer.body.type]).toEqual([200, type])
    expect(Buffer.from(answer.body.data, 'base64').equals(bytes)).toBe(true)
  }
})

test('a file of another or unknown type is refused at its field; a proof with neither text nor file is refused with the field named', async () => {
  const { member, tradeNo } = await transferring()
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const good = bytesOf('image/png')
  const wrong = [
    ...TYPES.map((type) => ({ type, data: page.toString('base64') })),
    ...TYPES.map((type) => fileOf(type, bytesOf(type === 'image/png' ? 'image/jpeg' : 'image/png'))),
    { type: 'application/pdf', data: Buffer.concat([page, BEGINNINGS['application/pdf']]).toString('base64') },
    { type: 'image/webp', data: Buffer.from('RIFF....WAVEfmt ').toString('base64') },
    { type: 'image/png', data: '' },
    // The decoder would skip the extra characters and store something other than was sent.
    { type: 'image/png', data: good.toString('base64').replace(/^(.{20})/, '$1*') },
    { type: 'image/png', data: `${good.toString('base64')}\n` },
    { type: 'image/png', data: `data:image/png;base64,${good.toString('base64')}` },
  ]
  for (const file of wrong) {
    const answer = await prove(member, tradeNo, { proof: 'x', file })
    expect([answer.status, answer.body.code], JSON.stringify(file)).toEqual([422, 'payment.proof_wrong_type'])
    expect(answer.body.errors).toEqual({ file: [answer.body.message] })
  }
  const svg = await prove(member, tradeNo, { file: { type: 'image/svg+xml', data: Buffer.from('<svg/>').toString('base64') } })
  expect([svg.status, Object.keys(svg.body.errors)]).toEqual([422, ['file.type']])
  expect(await sent(member, tradeNo)).toMatchObject({ text: null, files: [] })
  for (const values of [{}, { proof: '  ' }, { proof: 'x'.repeat(501) }]) {
    const answer = await prove(member, tradeNo, values)
    expect([answer.status, Object.keys(answer.body.errors)], JSON.stringify(values)).toEqual([422, ['proof']])
  }
})

test('a file of 700 kB is accepted with the longest text; one byte more, or more than a body can hold, is not', async () => {
  const { member, tradeNo } = await transferring()
  const full = await prove(member, tradeNo, { proof: '转'.repeat(500), file: fileOf('image/jpeg', bytesOf('image/jpeg', MAX_PROOF_BYTES)) })
  expect(full.body).toEqual({ ok: true })
  const more = await prove(member, tradeNo, { file: fileOf('image/jpeg', bytesOf('image/jpeg', MAX_PROOF_BYTES + 1)) })
  expect([more.status, more.body.code, Object.keys(more.body.errors)]).toEqual([422, 'payment.proof_too_large', ['file']])
  const huge = await prove(member, tradeNo, { file: fileOf('application/pdf', bytesOf('application/pdf', 1_000_000)) })
  expect([huge.status, huge.body.code]).toEqual([413, 'request.too_large'])
  expect(await filesSeen(tradeNo)).toMatchObject([{ size: MAX_PROOF_BYTES }])
})

test('a fourth file is refused with everything sent along; text is still accepted, and a known file changes nothing', async () => {
  const { member, tradeNo } = await transferring()
  const files = [fileOf('image/png'), fileOf('image/webp'), fileOf('application/pdf')]
  for (const file of files) expect((await prove(member, tradeNo, { file })).status).toBe(200)
  expect(await sent(member, tradeNo)).toMatchObject({ open: true, files_left: 0 })
  const fourth = await prove(member, tradeNo, { proof: 'lost', file: fileOf('image/png') })
  expect([fourth.status, fourth.body.code]).toEqual([409, 'payment.proof_limit'])
  expect((await prove(member, tradeNo, { file: files[1] })).status).toBe(200)
  expect((await sent(member, tradeNo)).text).toBeNull()
  expect((await prove(member, tradeNo, { proof: 'words' })).status).toBe(200)
  expect((await filesSeen(tradeNo)).map(({ type }) => type)).toEqual(['image/png', 'image/webp', 'application/pdf'])
})

test('of many files at once three are kept; one file many times at once is kept once', async () => {
  const [many, one] = await Promise.all([transferring(), transferring()])
  const answers = await atOnce(() => prove(many.member, many.tradeNo, { file: fileOf('image/jpeg') }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.code === 'payment.proof_limit')).toHaveLength(RACES - 3)
  expect(await filesSeen(many.tradeNo)).toHaveLength(3)
  const file = fileOf('image/png')
  const same = await atOnce(() => prove(one.member, one.tradeNo, { file }))
  expect(same.filter(({ status }) => status === 200)).toHaveLength(RACES)
  expect(await filesSeen(one.tradeNo)).toHaveLength(1)
})

test('another member finds nothing, and an operator finds a file only with its own order', async () => {
  const [mine, other, stranger] = await Promise.all([transferring(), transferring(), t.member()])
  await prove(mine.member, mine.tradeNo, { proof: 'mine', file: fileOf('image/png') })
  const [{ id }] = (await filesSeen(mine.tradeNo)) as [ProofFile]
  for (const who of [stranger, other.member, shop.admin]) {
    expect((await prove(who, mine.tradeNo, { file: fileOf('image/png') })).body.code).toBe('order.not_found')
    expect((await who.call('GET', '/muser/order/proof', { trade_no: mine.tradeNo })).status).toBe(404)
    expect((await who.call('GET', `/muser/order/proof/${id}`)).status).toBe(404)
  }
  const path = (tradeNo: string, file: number) => `/admin/orders/${tradeNo}/proofs/${file}`
  expect((await shop.admin.call('GET', path(other.tradeNo, id))).status).toBe(404)
  expect((await shop.admin.call('GET', path(mine.tradeNo, id + 1000))).status).toBe(404)
  expect(await filesSeen(mine.tradeNo)).toHaveLength(1)
})

test('only an unpaid order with a manual method accepts a proof; existing proofs stay readable', async () => {
  const file = fileOf('application/pdf')
  const fresh = await shop.order()
  expect((await prove(fresh.member, fresh.tradeNo, { file })).body.code).toBe('payment.method_unavailable')
  expect(await sent(fresh.member, fresh.tradeNo)).toEqual({ text: null, text_at: null, files: [], open: false, files_left: 0 })

  const [paid, cancelled] = await Promise.all([transferring(), transferring()])
  for (const { member, tradeNo } of [paid, cancelled]) await prove(member, tradeNo, { proof: 'sent', file })
  await shop.admin.call('POST', `/admin/orders/${paid.tradeNo}/payment`, { note: 'seen' })
  await cancelled.member.call('POST', '/muser/order/cancel', { trade_no: cancelled.tradeNo })
  await t.runJobs()
  expect(await shop.status(paid.member, paid.tradeNo)).toBe('completed')
  expect(await shop.status(cancelled.member, cancelled.tradeNo)).toBe('cancelled')
  for (const { member, tradeNo } of [paid, cancelled]) {
    expect(await prove(member, tradeNo, { file: fileOf('image/png') })).toMatchObject({ status: 409, body: { code: 'order.wrong_status' } })
    const left = await sent(member, tradeNo)
    expect(left).toMatchObject({ text: 'sent', files: [{ type: 'application/pdf' }], open: false, files_left: 0 })
    expect((await member.call('GET', `/muser/order/proof/${left.files[0].id}`)).body).toEqual(file)
  }
})

test('the operators’ list says whose proof waits, with its text and what was to be paid, and can be filtered for it; the member’s list says that one was sent', async () => {
  const [plain, text, file, both] = await Promise.all([shop.order(), transferring(), transferring(), transferring()])
  const elsewhere = await transferring()
  await prove(text.member, text.tradeNo, { proof: 'transfer 9' })
  await prove(file.member, file.tradeNo, { file: fileOf('application/pdf') })
  await prove(both.member, both.tradeNo, { proof: 'transfer 10', file: fileOf('image/png') })
  const listed = async (query: object) => {
    const { status, body } = await shop.admin.call('GET', '/admin/orders', { page_size: 100, ...query })
    expect(status).toBe(200)
    const mine = [plain, text, file, both, elsewhere].map(({ tradeNo }) => tradeNo)
    const items = body.items.filter((one: ListedOrder) => mine.includes(one.trade_no)) as ListedOrder[]
    return { total: body.total, proofs: Object.fromEntries(items.map((one) => [one.trade_no, one.proof])) }
  }
  const seen = async ({ member }: { member: Member }) => (await member.call('GET', '/muser/order/fetch')).body.items
  expect([await seen(plain), await seen(text)]).toMatchObject([[{ status: 'pending', proof_sent: false }], [{ proof_sent: true }]])
  const { amount } = (await shop.details(text.tradeNo)).attempts[0]
  const sentOnes = {
    [text.tradeNo]: { text: 'transfer 9', amount },
    [file.tradeNo]: { text: null, amount },
    [both.tradeNo]: { text: 'transfer 10', amount },
  }
  expect((await listed({})).proofs).toEqual({ ...sentOnes, [plain.tradeNo]: null, [elsewhere.tradeNo]: null })
  const filtered = await listed({ status: 'proof_sent' })
  expect(filtered.proofs).toEqual(sentOnes)
  const { csv, rows } = (await shop.admin.call('GET', '/admin/orders/export', { status: 'proof_sent' })).body
  expect([rows, csv.includes(both.tradeNo), csv.includes(plain.tradeNo)]).toEqual([filtered.total, true, false])

  await shop.admin.call('POST', `/admin/orders/${text.tradeNo}/payment`, { note: 'seen' })
  await file.member.call('POST', '/muser/order/cancel', { trade_no: file.tradeNo })
  const after = await listed({ status: 'proof_sent' })
  expect([after.total, Object.keys(after.proofs)]).toEqual([filtered.total - 2, [both.tradeNo]])
  expect((await listed({})).proofs).toMatchObject({ [text.tradeNo]: null, [file.tradeNo]: null })
  expect(await seen(text)).toMatchObject([{ trade_no: text.tradeNo, proof_sent: false }])
})

test('a list of a hundred proofs asks the database no more often than one of one', async () => {
  const counted = async (query: object): Promise<number> => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    expect((await shop.admin.call('GET', '/admin/orders', { status: 'proof_sent', ...query })).body.items.length).toBeGreaterThan(0)
    const n = spy.mock.calls.length
    spy.mockRestore()
    return n
  }
  await counted({ page_size: 1 })
  expect(await counted({ page_size: 100 })).toBe(await counted({ page_size: 1 }))
})

test('one account uploads at most thirty files a day; text is still accepted', async () => {
  const { member, tradeNo } = await transferring()
  const file = fileOf('image/png')
  const calm = () => t.app.limits.checkoutsByAccount.clear(String(member.id))
  await calm()
  for (let n = 0; n < 30; n += 1) expect((await prove(member, tradeNo, { file })).status).toBe(200)
  await calm()
  expect(await prove(member, tradeNo, { file })).toMatchObject({ status: 429, body: { code: 'limit.exceeded' } })
  expect((await prove(member, tradeNo, { proof: 'words' })).status).toBe(200)
})

test.each([
  ['a text', { proof: 'transfer 7' }],
  ['a file', { file: fileOf('image/png') }],
])('an order with %s as proof stays open past its time, and an operator can still confirm it', async (_, values) => {
  const [proved, plain] = [await transferring(), await transferring()]
  expect((await prove(proved.member, proved.tradeNo, values)).status).toBe(200)
  const ways = async ({ member, tradeNo }: typeof proved) =>
    (await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })).body
  const other = await shop.method({ driver: 'manual', name: 'Other bank', config: { instructions: '4-5-6' } })
  expect((await shop.checkout(proved.member, proved.tradeNo, other)).status).toBe(200)
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  expect(await shop.status(plain.member, plain.tradeNo)).toBe('expired')
  expect(await shop.status(proved.member, proved.tradeNo)).toBe('pending')
  expect(await ways(proved), 'what was chosen stays on the page, nothing else is offered').toMatchObject({
    items: [{ id: bank.id }],
    open: { method: bank.id, data: 'Account 1-2-3' },
  })
  expect((await shop.checkout(proved.member, proved.tradeNo, bank)).body.code).toBe('order.wrong_status')
  expect((await shop.admin.call('POST', `/admin/orders/${proved.tradeNo}/payment`, { note: 'seen' })).status).toBe(200)
  await t.runJobs()
  expect(await shop.status(proved.member, proved.tradeNo)).toBe('completed')
})

test('of a proof and the end of the time at once, the order is either proved and open or expired without a proof', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, transferring))
  t.travel(HOUR)
  const proofs = orders.map(({ member, tradeNo }) => prove(member, tradeNo, { proof: 'just in time' }))
  const [answers] = await Promise.all([Promise.all(proofs), expireOrders(t.database, t.app.now())])
  const statuses = await Promise.all(orders.map(({ member, tradeNo }) => shop.status(member, tradeNo)))
  expect(statuses, 'a proof that was accepted keeps the order open').toEqual(
    answers.map(({ status }) => (status === 200 ? 'pending' : 'expired')),
  )
})
