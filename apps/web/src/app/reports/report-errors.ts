import { reportPageErrors } from '@portico/contract/page-errors'
import { ApiError, call } from '../../api/call.ts'
import { MissingPart } from '../../api/load-part.ts'
import { seenErrors } from '../../api/seen-errors.ts'

const EVERY_MS = 5_000
/** Most different errors a page reports. */
const MOST = 30
const reported = new Set<string>()

/** Sends what went wrong to the operators’ log, equal errors counted together. */
export function reportErrors(): void {
  setInterval(() => void send(), EVERY_MS)
}

async function send(): Promise<void> {
  const counts = new Map<string, number>()
  for (const error of seenErrors.splice(0)) {
    const message = describe(error)
    if (message && (reported.has(message) || reported.size < MOST)) counts.set(message, (counts.get(message) ?? 0) + 1)
  }
  if (counts.size === 0) return
  for (const message of counts.keys()) reported.add(message)
  const errors = [...counts].slice(0, 20).map(([message, times]) => ({ message, page: location.pathname.slice(0, 200), times }))
  const version = /index-[\w-]+/.exec(document.querySelector<HTMLScriptElement>('script[src*="/assets/index-"]')?.src ?? '')?.[0] ?? 'dev'
  // What cannot be sent now is not kept: the next page meets it again.
  await call(reportPageErrors, { body: { errors, version } }, { background: true }).catch(() => {})
}

/** Text of an error and its place in our scripts, without addresses; '' if it is no fault of ours. */
function describe(error: unknown): string {
  if (!(error instanceof Error) || error instanceof ApiError || error instanceof MissingPart || error.name === 'AbortError') return ''
  const at = /[\w-]+\.js:\d+:\d+/.exec(error.stack ?? '')?.[0]
  const text = `${error.name}: ${error.message}`.replace(/[?#][^\s"'`]*/g, '').slice(0, 240)
  return at ? `${text} at ${at}` : text
}
