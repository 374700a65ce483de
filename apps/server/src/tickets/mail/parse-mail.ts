import { Worker } from 'node:worker_threads'
import type { Email } from 'postal-mime'
import type { Written } from './written-part.ts'

const PATIENCE_MS = 15_000
const SCRIPT = new URL('./parse-mail-worker.ts', import.meta.url)

export type ParsedMail = Omit<Email, 'html' | 'text'> & { written: Written }

let before: Promise<unknown> = Promise.resolve()

/**
 * Takes a mail apart in a thread of its own, one at a time: mails can be made so that it takes minutes, and anyone may send one. Texts can
 * be stored. null: it cannot be read, or not in fifteen seconds.
 */
export function parseMail(raw: Buffer): Promise<ParsedMail | null> {
  const parsed = before.then(() => parseInThread(raw))
  before = parsed
  return parsed
}

/** Parses a mail in a thread. Never rejects; null: unreadable, or too slow. */
function parseInThread(raw: Buffer): Promise<ParsedMail | null> {
  return new Promise((resolve) => {
    const thread = new Worker(SCRIPT, { env: {}, workerData: new Uint8Array(raw), resourceLimits: { maxOldGenerationSizeMb: 512 } })
    const end = (mail: ParsedMail | null): void => {
      clearTimeout(late)
      resolve(mail)
      void thread.terminate()
    }
    const late = setTimeout(end, PATIENCE_MS, null)
    thread.once('message', end)
    thread.once('error', () => end(null))
    thread.once('exit', () => end(null))
  })
}
