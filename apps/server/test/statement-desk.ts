import type { StatementChoices, StatementImport } from '@portico/contract/statements-imports-admin'
import type { MatchEffect, StatementLine, StatementSuggestion } from '@portico/contract/statements-admin'
import type { Shop } from './gateways/shop.ts'
import type { Answer, Member, TestApp } from './harness.ts'

export type Row = { at?: Date; amount?: string; currency?: string; ref?: string; number?: string; direction?: string }
type Confirmed = { attempt_no: string; effect: MatchEffect }

/** An operator who imports statements. Everything goes through the API; only the ledger is read directly. */
export function openStatementDesk(t: TestApp, shop: Shop) {
  let serial = 0
  const nextRef = (): string => `BANK${String(++serial).padStart(5, '0')}`
  const csvOf = (...rows: Row[]): string =>
    [
      'Date,Amount,Currency,Reference,Number,Direction',
      ...rows.map(({ at = t.app.now(), amount = '10.00', currency = 'CNY', ref = nextRef(), number = '', direction = 'in' }) =>
        [at.toISOString(), amount, currency, ref, number, direction].join(','),
      ),
    ].join('\n')
  const list = async (method: { id: number }, query: object = {}): Promise<{ items: StatementLine[]; waiting: number }> =>
    (await shop.admin.call('GET', '/admin/statements', { method_id: method.id, page_size: 100, ...query })).body

  const prepare = (method: { id: number }, file: string | Uint8Array<ArrayBuffer>, name = 'statement.csv'): Promise<Answer> => {
    const form = new FormData()
    form.set('file', new File([file], name))
    return shop.admin.call('POST', `/admin/statement-imports?method_id=${method.id}`, form)
  }
  const workers = new Set<Promise<unknown>>()
  /** As many jobs run at once as in production. */
  async function settled(id: number): Promise<StatementImport> {
    for (;;) {
      const { body } = await shop.admin.call('GET', `/admin/statement-imports/${id}`)
      if (body.state !== 'running') return body
      if (workers.size < 3) {
        const worker: Promise<unknown> = t.runJobs().finally(() => workers.delete(worker))
        workers.add(worker)
      }
      await Promise.race(workers)
    }
  }
  const start = (id: number): Promise<Answer> => shop.admin.call('POST', `/admin/statement-imports/${id}/start`)
  /** Imports a file to the end, or answers the first refusal. */
  async function importFile(method: { id: number }, file: string | Uint8Array<ArrayBuffer>, choices?: StatementChoices): Promise<Answer> {
    const prepared = await prepare(method, file)
    if (prepared.status !== 200) return prepared
    const { id } = prepared.body
    if (choices) await shop.admin.call('PATCH', `/admin/statement-imports/${id}`, choices)
    const started = await start(id)
    return started.status === 200 ? { ...started, body: await settled(id) } : started
  }

  return {
    nextRef,
    list,
    prepare,
    start,
    settled,
    importFile,
    rows: async (id: number, query: object = {}) =>
      (await shop.admin.call('GET', `/admin/statement-imports/${id}/rows`, { page_size: 100, ...query })).body.items,
    /** Imports lines of 10.00 received just now, unless they say otherwise, and answers how many are in each state. */
    async upload(method: { id: number }, ...rows: Row[]): Promise<StatementImport['counts'] & { code?: string }> {
      const { body } = await importFile(method, csvOf(...rows))
      return body.counts ?? body
    },
    lines: async (method: { id: number }): Promise<StatementLine[]> => (await list(method)).items.toReversed(),
    /** The oldest line. */
    line: async (method: { id: number }): Promise<StatementLine> => {
      const line = (await list(method)).items.at(-1)
      if (!line) throw new Error('no line was imported')
      return line
    },
    /** Confirms the first suggestion, or the given one. */
    confirm: (line: StatementLine, given: Partial<Confirmed> = line.suggestions[0] ?? {}, by: Member = shop.admin): Promise<Answer> =>
      by.call('POST', `/admin/statements/${line.id}/confirmation`, { attempt_no: given.attempt_no, effect: given.effect }),
    /** The amount received by the method, and the member's balance, from the ledger. */
    books: async (method: { id: number }, member?: Member): Promise<[number, number]> => [
      0 - (await shop.ledger('gateway', method.id)),
      member ? await shop.ledger('member', member.id) : 0,
    ],
    bank: () => shop.method({ driver: 'manual', config: { instructions: 'IBAN' } }),
    /** An order of 10.00, unless another price is given, that waits for payment by this method. */
    async waiting(method: { id: number }, price = 1000) {
      const { member, tradeNo } = await shop.order(await t.plan({ month_price: price }))
      const { body } = await shop.checkout(member, tradeNo, method)
      if (body.type === 1) await fetch(body.data)
      const attemptNo: string = (await shop.details(tradeNo)).attempts[0].attempt_no
      return { member, tradeNo, attemptNo, url: body.data as string, status: () => shop.status(member, tradeNo) }
    },
    suggested: (line: StatementLine, tradeNo: string): StatementSuggestion => {
      const found = line.suggestions.find(({ trade_no }) => trade_no === tradeNo)
      if (!found) throw new Error(`${tradeNo} is not suggested for ${line.reference}`)
      return found
    },
  }
}
export type StatementDesk = ReturnType<typeof openStatementDesk>
export type Waiting = Awaited<ReturnType<StatementDesk['waiting']>>
