import type { AltchaChallenge } from '@portico/contract/challenges'

/** A worker's report: share tried, or the found number; null: none fits. */
export type Report = { part: number } | { number: number | null }

/** Finds the number in a worker, so that the page stays usable. Rejects when cancelled or when no number solves it. */
export function solveAltcha(challenge: AltchaChallenge, onProgress: (part: number) => void, cancelled: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('altcha-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((solved, failed) => {
    cancelled.addEventListener('abort', () => failed(new Error('cancelled')))
    worker.addEventListener('error', () => failed(new Error('the worker failed')))
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if ('part' in data) onProgress(data.part)
      else if (data.number === null) failed(new Error('no number solves it'))
      else solved(proofOf(challenge, data.number))
    })
    worker.postMessage(challenge, [])
  }).finally(() => worker.terminate())
}

function proofOf({ algorithm, challenge, salt, signature }: AltchaChallenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}
