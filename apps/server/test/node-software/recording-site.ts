import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from '../listening.ts'

export type Bytes = { up: number; down: number }

/** What a node reported about a member: raw bytes, and what they cost at 1.5 times, each entry of a report rounded on its own. */
export type Reported = { raw: Bytes; billed: Bytes }
const none = (): Reported => ({ raw: { up: 0, down: 0 }, billed: { up: 0, down: 0 } })

/** Passes every call of node software on to the site, and adds up what each node reports of each member, once the site has accepted it. */
export async function recordingSite(base: string) {
  const reported = new Map<string, Reported>()
  const refusals: string[] = []
  const sent = new Map<string, number>()
  const server = createServer((from, to) => {
    void buffer(from).then((body) => {
      const headers = { ...from.headers, host: new URL(base).host }
      const onward = request(base + from.url, { method: from.method ?? 'GET', headers }, (answer) => {
        const { statusCode: status = 500 } = answer
        if (status >= 400) refusals.push(`${status} ${from.url?.replace(/token=\w+/, '')}`)
        if (status === 200 && from.method === 'POST') note(from.url ?? '', body)
        to.writeHead(status, answer.headers)
        answer.pipe(to)
      })
      onward.on('error', () => to.destroy())
      onward.end(body)
    })
  })

  /** A push names what is new; a report of v3 all that its boot has counted. */
  function note(url: string, body: Buffer): void {
    const { pathname, searchParams } = new URL(url, base)
    const isTotal = pathname.endsWith('/v3/report')
    if (!isTotal && !pathname.endsWith('/push')) return
    // A program that got no answer in time sends its push again; the same bytes within 30 seconds count once.
    const push = `${searchParams.get('node_id')} ${body}`
    const isAgain = !isTotal && Date.now() - (sent.get(push) ?? 0) < 30_000
    sent.set(push, Date.now())
    if (isAgain) return
    const content = JSON.parse(body.toString()) as Record<string, unknown>
    const entries = Object.entries((isTotal ? content['counters'] : content) as Record<string, [number, number]>)
    for (const [member, [up, down]] of entries) {
      const key = `${searchParams.get('node_id')} ${member}`
      const { raw, billed } = reported.get(key) ?? none()
      const more = isTotal ? { up: up - raw.up, down: down - raw.down } : { up, down }
      const cost = (bytes: number): number => Math.floor((bytes * 3 + 1) / 2)
      reported.set(key, {
        raw: { up: raw.up + more.up, down: raw.down + more.down },
        billed: { up: billed.up + cost(more.up), down: billed.down + cost(more.down) },
      })
    }
  }

  const { url: origin, stop: close } = await listening(server)
  return {
    origin,
    reported: (node: number, member: number): Reported => reported.get(`${node} ${member}`) ?? none(),
    refusals,
    close,
  }
}
