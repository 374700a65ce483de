import type { Assertion } from '@portico/contract/passkey-answers'
import type { NewCredential } from '@portico/contract/passkeys'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { t } from '../i18n.ts'
import { ApiError } from './call.ts'

// Loaded only when a passkey is used. The server writes the options as the standard says, so the casts only name their type.

/** Lets the device sign with a passkey; null: the user stopped. */
export function answerPasskey(options: Record<string, unknown>): Promise<Assertion | null> {
  return unlessStopped(() => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))
}

/** Lets the device make a passkey; null: the user stopped. */
export function makePasskey(options: Record<string, unknown>): Promise<NewCredential | null> {
  return unlessStopped(() => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))
}

async function unlessStopped<T extends { id: string }>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new ApiError(422, { message: t(isKnown ? 'passkey.already' : 'passkey.failed') }, { cause: error })
  }
}
