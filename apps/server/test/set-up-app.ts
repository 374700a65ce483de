import { codeOf } from './authenticator-app.ts'
import type { Member } from './harness.ts'

/** Sets the app up for a member, one step in the past, so that the present code is still unused. */
export async function setUpApp(member: Member, now: () => Date): Promise<{ key: string; recoveryCodes: string[]; code: () => string }> {
  const { key } = (await member.call('POST', '/muser/factors/authenticator')).body
  const first = codeOf(key, new Date(now().getTime() - 30_000))
  const { body } = await member.call('POST', '/muser/factors/authenticator/confirm', { code: first })
  return { key, recoveryCodes: body.recovery_codes, code: () => codeOf(key, now()) }
}
