import { hash, verify } from '@node-rs/argon2'

// Argon2id with the first recommended option of RFC 9106 scaled to a small server: 19 MiB, 2 passes, 1 lane (OWASP's minimum).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

let decoy: Promise<string> | undefined

/** Without a stored hash it does the same work, so that timing does not reveal whether an account exists. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
