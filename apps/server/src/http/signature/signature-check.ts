import { hash, timingSafeEqual } from 'node:crypto'
import { CLOCK_WINDOW_MS, type Payload, SECRET_PATTERN, sign } from '@portico/contract/signature'
import { AppError } from '../../errors.ts'

export type Signature = { timestamp: string; secret: string; given: string }

/** Refuses what it can before the body is read: missing or malformed headers, and a clock that is off. */
export function readSignature(header: (name: string) => string | undefined, now: Date): Signature {
  const [timestamp, secret, given] = [header('x-timestamp'), header('x-secret'), header('x-sign')]
  const wellFormed = timestamp && secret && given && /^\d{1,15}$/.test(timestamp) && SECRET_PATTERN.test(secret)
  if (!wellFormed) throw new AppError('signature.invalid')
  if (Math.abs(now.getTime() - Number(timestamp)) > CLOCK_WINDOW_MS) {
    throw new AppError('signature.clock_skew', { details: { server_time: now.getTime() } })
  }
  return { timestamp, secret, given }
}

/** Throws unless the signature matches the payload. */
export function checkSignature({ timestamp, secret, given }: Signature, payload: Payload): void {
  const expected = Buffer.from(sign(payload, secret, timestamp, (text) => hash('sha256', text)))
  const signature = Buffer.from(given)
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) throw new AppError('signature.invalid')
}
