/** The ways to prove who is there, the quickest for most people first. */
export const WAYS = ['password', 'authenticator', 'passkey', 'email', 'phone'] as const
export type Way = (typeof WAYS)[number]

/** What an account has: addresses are texts, the others yes or no. */
export type Held = { password: boolean; authenticator: boolean; passkey: boolean; email: string | null; phone: string | null }

/** The ways of this account that this browser can use. */
export function usable(held: Held, hasPasskeys: boolean): Way[] {
  return WAYS.filter((way) => held[way] && (way !== 'passkey' || hasPasskeys))
}
