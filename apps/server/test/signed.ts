import { hash, randomBytes } from 'node:crypto'
import { sign } from '@portico/contract/signature'

/** The headers that sign a call with this query or body. */
export function signed(payload: Record<string, unknown>, at: number | Date = Date.now(), secret = randomBytes(16).toString('hex')) {
  const timestamp = String(Number(at))
  return { 'x-secret': secret, 'x-timestamp': timestamp, 'x-sign': sign(payload, secret, timestamp, (text) => hash('sha256', text)) }
}
