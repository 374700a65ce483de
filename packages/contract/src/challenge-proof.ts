import * as z from 'zod/mini'

// A file of its own: the login page carries this and not the challenges.

/** Goes into the body of the call as `challenge`. Of altcha: base64 of the challenge as JSON with the `number`; else the provider's token. */
export const ChallengeProof = z.string().check(z.minLength(1), z.maxLength(4096))
