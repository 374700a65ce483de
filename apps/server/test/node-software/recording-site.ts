import { createServer, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from '../listening.ts'

export type Bytes = { up: number; down: number }

/** Passes every call of node software on to the site, and adds up what each node reports before the site has answered it. */
export async function recordingSite(base: string) {
  const reported = new Map<number, Bytes>()
  const refusals: string[] = []
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
    const id = Number(searchParams.get('node_id'))
    if (pathname.endsWith('/v3/report')) {
      for (const [up, down] of Object.values((JSON.parse(body.toString()) as { counters: Record<string, [number, number]> }).counters))
        reported.set(id, { up, down })
    }
    if (!pathname.endsWith('/push')) return
    const sum = reported.get(id) ?? { up: 0, down: 0 }
    for (const [up = 0, down = 0] of Object.values(JSON.parse(body.toString()) as Record<string, number[]>)) {
      sum.up += up
      sum.down += down
    }
    reported.set(id, sum)
  }

  const { url: origin, stop: close } = await listening(server)
  return {
    origin,
    reported: (id: number): Bytes => reported.get(id) ?? { up: 0, down: 0 },
    refusals,
    close,
  }
}
