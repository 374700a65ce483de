/** Ways to prove one's identity, quickest for most first. */
export const WAYS = ['password', 'authenticator', 'passkey', 'email', 'phone'] as const
export type Way = (typeof WAYS)[number]

/** Which ways an account has. `email` and `phone`: its own addresses. */
export type OwnWays = { password: boolean; authenticator: boolean; passkey: boolean; email: string | null; phone: string | null }

/** The ways of this account that this browser can use. */
export function usable(own: OwnWays, hasPasskeys: boolean): Way[] {
  return WAYS.filter((way) => own[way] && (way !== 'passkey' || hasPasskeys))
}
