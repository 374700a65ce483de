import { signed } from './signed.ts'

type Options = { headers?: Record<string, string>; now?: Date }

/** Opens the stream of an order as a browser does. */
export function openEvents(base: string, token: string, tradeNo: string, options: Options = {}) {
  return openStream(base, token, { path: '/muser/order/events', query: { trade_no: tradeNo } }, options)
}

/** Opens an event stream as a browser does. `next` returns the next event, or null at the end of the stream. */
export async function openStream(
  base: string,
  token: string,
  { path, query = {} }: { path: string; query?: Record<string, string> },
  { headers = {}, now = new Date() }: Options = {},
) {
  const left = new AbortController()
  const response = await fetch(`${base}/api/v1${path}?${new URLSearchParams(query)}`, {
    headers: { 'x-token': token, ...signed(query, now), ...headers },
    signal: left.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Record<string, unknown> | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      const event = text.slice(0, Math.max(0, end))
      text = end < 0 ? text : text.slice(end + 2)
      if (event.startsWith('data: ')) return JSON.parse(event.slice(6))
      if (end >= 0) continue
      const { value, done } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, status: response.status, next, leave: () => left.abort() }
}
