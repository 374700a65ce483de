import * as z from 'zod/mini'

// A file of its own, so that the login page does not load the challenges.

/**
 * Proof of a solved challenge, sent as `challenge`. For altcha: base64 of the challenge's JSON with `number` added; for other providers,
 * their token.
 */
export const ChallengeProof = z.string().check(z.minLength(1), z.maxLength(4096))
