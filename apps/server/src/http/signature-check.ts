import { timingSafeEqual } from 'node:crypto'
import { CLOCK_WINDOW_MS, type Payload, SECRET_PATTERN, sign } from '@portico/contract/signature'
import { AppError } from '../errors.ts'

type Signed = { timestamp: string | undefined; secret: string | undefined; signature: string | undefined }

/** Checks signatures and remembers the secrets of writes for as long as they could be repeated. */
export function createSignatureCheck(now: () => Date) {
  const used = new Map<string, number>()
  let swept = 0

  function sweep(at: number): void {
    if (at - swept < 10_000) return
    swept = at
    for (const [secret, until] of used) if (until < at) used.delete(secret)
  }

  return function check({ timestamp, secret, signature }: Signed, payload: Payload, writes: boolean): void {
    const wellFormed = timestamp && secret && signature && /^\d{1,15}$/.test(timestamp) && SECRET_PATTERN.test(secret)
    if (!wellFormed) throw new AppError('signature.invalid')
    const at = now().getTime()
    if (Math.abs(at - Number(timestamp)) > CLOCK_WINDOW_MS) throw new AppError('signature.clock_skew', { details: { server_time: at } })
    const expected = Buffer.from(sign(payload, secret, timestamp))
    const given = Buffer.from(signature)
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new AppError('signature.invalid')
    if (!writes) return
    sweep(at)
    if (used.has(secret)) throw new AppError('signature.replayed')
    used.set(secret, Number(timestamp) + CLOCK_WINDOW_MS)
  }
}
export type SignatureCheck = ReturnType<typeof createSignatureCheck>
