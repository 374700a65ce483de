import { createHmac } from 'node:crypto'
import type { Member } from './harness.ts'

/** An authenticator app in software (RFC 6238), written apart from the server's. */
export function codeOf(key: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Sets the app up for a member, one step in the past, so that the present code is still unused. */
export async function setUpApp(member: Member, now: () => Date): Promise<{ key: string; recoveryCodes: string[]; code: () => string }> {
  const { key } = (await member.call('POST', '/muser/factors/authenticator')).body
  const first = codeOf(key, new Date(now().getTime() - 30_000))
  const { body } = await member.call('POST', '/muser/factors/authenticator/confirm', { code: first })
  return { key, recoveryCodes: body.recovery_codes, code: () => codeOf(key, now()) }
}
