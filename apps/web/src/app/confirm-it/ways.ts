/** Ways to prove one's identity, quickest for most first. */
export const WAYS = ['password', 'authenticator', 'passkey', 'email', 'phone'] as const
export type Way = (typeof WAYS)[number]

/** Ways an account has: addresses as text, others as yes or no. */
export type Held = { password: boolean; authenticator: boolean; passkey: boolean; email: string | null; phone: string | null }

/** The ways of this account that this browser can use. */
export function usable(held: Held, hasPasskeys: boolean): Way[] {
  return WAYS.filter((way) => held[way] && (way !== 'passkey' || hasPasskeys))
}
