import { NotSent } from '../not-sent.ts'

const PATIENCE_MS = 10_000

/** Calls a provider once, without following redirects, which would take our keys elsewhere. `field` reads the answer. Throws `NotSent`. */
export async function callSmsApi(url: string, init: RequestInit): Promise<{ status: number; field: (name: string) => string | null }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
    const text = await response.text()
    if (response.status >= 500) throw new NotSent('busy', `${response.status} ${text}`)
    const body = readObject(text)
    const field = (name: string): string | null => {
      const value = body[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null
    }
    return { status: response.status, field }
  } catch (error) {
    if (error instanceof NotSent) throw error
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new NotSent(isTimeout ? 'timeout' : 'unreachable', cause)
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return { message: text }
  }
}
