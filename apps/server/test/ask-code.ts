import { eq } from 'drizzle-orm'
import { hashPassword } from '../src/accounts/password.ts'
import type { CodePurpose } from '@portico/contract/codes'
import { codes } from '../src/codes/codes.table.ts'
import type { Answer, Call, TestApp } from './harness.ts'

export const CODE = '048613'
/** Made once: hashing is slow on purpose. */
const codeHash = hashPassword(CODE)

type To = { email: string } | { phone: string }

/** Asks for a code as a visitor does, or as `call` does. */
export function askCode(t: Pick<TestApp, 'call'>, purpose: CodePurpose, to: To, call: Call = t.call): Promise<Answer> {
  return call('POST', 'email' in to ? '/api/comm/sendEmailVerify' : '/api/comm/sendPhoneVerify', { ...to, purpose })
}

/** A code that was sent, as its receiver enters it. Whatever was drawn is replaced by a known one. */
export async function receiveCode(t: TestApp, purpose: CodePurpose, to: To, call?: Call): Promise<{ code_id: string; code: string }> {
  const { status, body } = await askCode(t, purpose, to, call)
  if (status !== 200) throw new Error(JSON.stringify(body))
  await t.database.db
    .update(codes)
    .set({ codeHash: await codeHash })
    .where(eq(codes.id, body.code_id))
  return { code_id: body.code_id, code: CODE }
}

/** Lifts every limit, for tests of what happens behind them. */
export function liftLimits({ app }: Pick<TestApp, 'app'>): void {
  for (const limit of Object.values(app.limits)) {
    limit.take = async () => []
    limit.check = async () => {}
    limit.count = async () => 0
  }
}
