import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'

/** What closes a backup: a passphrase, or public keys whose owners alone can open it. */
export type Lock = { passphrase: string } | { recipients: string[] }

const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/i

const RECIPIENT = /^age1[0-9a-z]+$/

// age's usual factor of 18 takes 256 MB, which a small machine does not have.
const SCRYPT_LOG_N = 15

/** Encrypts in the age format, version 1 (age-encryption.org/v1). */
export function encrypterFor(lock: Lock): Encrypter {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
    encrypter.setPassphrase(lock.passphrase)
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** `secret`: a passphrase, or the secret key (`AGE-SECRET-KEY-1…`) of a public one. */
export function decrypterFor(secret: string): Decrypter {
  const decrypter = new Decrypter()
  if (IDENTITY.test(secret)) decrypter.addIdentity(secret)
  else decrypter.addPassphrase(secret)
  return decrypter
}

/** What closes a file: for a public key, for the owner of a secret key, or for whoever knows the passphrase. */
export async function lockOf(secret: string): Promise<Lock> {
  if (RECIPIENT.test(secret)) return { recipients: [secret] }
  return IDENTITY.test(secret) ? { recipients: [await identityToRecipient(secret)] } : { passphrase: secret }
}
