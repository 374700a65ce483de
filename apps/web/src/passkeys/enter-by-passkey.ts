import { beginPasskeyLogin, loginByPasskey } from '@portico/contract/passkeys'
import { call } from '../api/call.ts'
import { answerPasskey } from '../api/passkey.ts'

/** Signs in with a passkey of this device; null: the user stopped. */
export async function enterByPasskey(): Promise<{ x_token: string; name: string } | null> {
  const { options } = await call(beginPasskeyLogin, {})
  const credential = await answerPasskey(options)
  return credential && (await call(loginByPasskey, { body: { credential } }))
}
