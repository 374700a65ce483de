import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Epay } from '../gateways/epay.ts'
import type { openShop } from '../gateways/shop.ts'
import { caller, type Member, type TestApp, withToken } from '../harness.ts'

/** Kinds of calls, and how many a second at rate 1. */
const KINDS = { feed: 200, push: 10, order: 5, gift: 5, read: 20 }
export type Kind = keyof typeof KINDS

/** Of one kind: calls, first tries that failed, calls that never succeeded, the longest wait until one did, and when tries failed. */
export type Figures = {
  sent: number
  failedFirst: number
  lost: number
  longestMs: number
  failedAt: number[]
  errors: Map<string, number>
}

const GIVE_UP_MS = 240_000
const BYTES = 1000

type Around = { t: TestApp; shop: Awaited<ReturnType<typeof openShop>>; epay: Epay; site: string; rate: number }

/** People, nodes and a gateway at fixed times, whether or not earlier calls were answered. Those who write repeat until it is done. */
export async function startLoad({ t, shop, epay, site, rate }: Around) {
  const [method, plan, node] = await Promise.all([shop.epay(epay), t.plan(), t.node()])
  const readers = await Promise.all(Array.from({ length: 20 }, () => t.holder(node.groupId)))
  const links = await Promise.all(readers.map(async ({ id }) => (await t.subscription(id)).token))
  const [user, receiver] = [await t.holder(node.groupId, { transferEnable: 2 ** 50 }), await t.member()]
  const [paid, buyers]: [string[], Member[]] = [[], []]
  let [bytes, given, n] = [0, 0, 0]
  let figures = fresh()
  let firstWrite: number | null = null

  const call = (member: Member) => withToken(caller(site), member.token)
  const body = { plan_id: plan.id, period: 'month_price', use_balance: false }
  const proof = new URLSearchParams({ token: node.secret, node_id: String(node.id), node_type: 'trojan' })
  const ok = ({ status, body: said }: { status: number; body?: unknown }): void => {
    if (status !== 200) throw new Error(`${status} ${(said as { code?: string } | undefined)?.code ?? ''}`)
  }

  /** Tries until it succeeds. */
  async function keep<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        const done = await work()
        figures[kind].longestMs = Math.max(figures[kind].longestMs, performance.now() - begun)
        return done
      } catch (error) {
        if (tries === 1) figures[kind].failedFirst++
        figures[kind].failedAt.push(performance.now())
        const why = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
        figures[kind].errors.set(why, (figures[kind].errors.get(why) ?? 0) + 1)
        if (performance.now() - begun > GIVE_UP_MS) {
          figures[kind].lost++
          throw error
        }
        await pause(200)
      }
    }
  }

  const feed = async (link: string): Promise<void> => ok(await fetch(`${site}/s/${link}?flag=mihomo`))

  /** What members used, as a node reports it until it is answered. */
  function push(used: Record<string, number[]>, key: string): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-batch-id': key }
    const sent = { method: 'POST', headers, body: JSON.stringify(used) }
    return keep('push', async () => ok(await fetch(`${site}/api/v1/server/UniProxy/push?${proof}`, sent)))
  }

  const works: Record<Kind, () => Promise<void>> = {
    feed: () => keep('feed', () => feed(links[n % links.length]!)),
    read: () => keep('read', async () => ok(await call(readers[n % readers.length]!)('GET', '/muser/getSubscribe'))),
    push() {
      bytes += BYTES
      return push({ [user.id]: [BYTES, 0] }, randomUUID())
    },
    async gift() {
      const key = { 'idempotency-key': randomUUID() }
      await keep('gift', async () => {
        const answer = await call(shop.admin)('POST', `/admin/users/${receiver.id}/balance`, { amount: 1, reason: 'a gift' }, key)
        // It was done: the money says so too.
        if (answer.body.code !== 'key.answer_lost') ok(answer)
      })
      given++
      firstWrite ??= performance.now()
    },
    async order() {
      const member = buyers.pop() ?? (await keep('order', () => t.member()))
      const key = { 'idempotency-key': randomUUID() }
      const tradeNo = await keep('order', async () => {
        const placed = await call(member)('POST', '/muser/order/save', body, key)
        if (placed.body.code !== 'key.answer_lost') {
          ok(placed)
          return placed.body.trade_no as string
        }
        // It was done: the only order of this member.
        const found = await call(member)('GET', '/muser/order/fetch')
        ok(found)
        return found.body.items[0].trade_no as string
      })
      const link = await keep('order', async () => {
        const asked = await call(member)('POST', '/muser/order/checkout', { trade_no: tradeNo, method: method.id })
        ok(asked)
        return new URL(asked.body.data as string)
      })
      await fetch(link)
      const message = epay.notification(link.searchParams.get('out_trade_no')!)
      await keep('order', async () => {
        const heard = await epay.send(site + new URL(method.notify_url).pathname, message)
        if (heard.body !== 'success') throw new Error(`${heard.status} ${heard.body.slice(0, 20)}`)
      })
      paid.push(tradeNo)
    },
  }

  let running: Set<Promise<void>> = new Set()
  let over: (() => void) | null = null

  function start(): void {
    const timers = Object.entries(KINDS).map(([kind, each]) => {
      const everyMs = 1000 / (each * rate)
      const begun = performance.now()
      let calls = 0
      return setInterval(
        () => {
          // What a late timer missed is made up for: arrivals do not wait for the site.
          for (; begun + calls * everyMs <= performance.now(); calls++) {
            n++
            figures[kind as Kind].sent++
            const work: Promise<void> = works[kind as Kind]().catch(() => {})
            running.add(work)
            void work.finally(() => running.delete(work))
          }
        },
        Math.max(5, everyMs / 2),
      )
    })
    over = () => timers.forEach(clearInterval)
  }

  return {
    user,
    receiver,
    node,
    push,
    paid,
    bytes: () => bytes,
    given: () => given,
    /** `seconds`: for how many there must be buyers; 0: nobody calls. */
    async begin(seconds: number): Promise<void> {
      while (buyers.length < seconds * KINDS.order * rate) buyers.push(await t.member())
      // Each member is known to a process, as members of a site that runs are.
      await Promise.all(links.map(feed))
      figures = fresh()
      if (seconds > 0) start()
    },
    /** From now on the first money write that succeeds is noted. */
    mark: () => (firstWrite = null),
    firstWrite: () => firstWrite,
    /** No new calls; waits for those that run. */
    async end(): Promise<Record<Kind, Figures>> {
      over?.()
      await Promise.all(running)
      running = new Set()
      return figures
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>

function fresh(): Record<Kind, Figures> {
  const none = (): Figures => ({ sent: 0, failedFirst: 0, lost: 0, longestMs: 0, failedAt: [], errors: new Map() })
  return { feed: none(), push: none(), order: none(), gift: none(), read: none() }
}
