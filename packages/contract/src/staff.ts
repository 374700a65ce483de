import * as z from 'zod/mini'
import { Password } from './accounts.ts'
import { endpoint } from './endpoint.ts'

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Reads an invitation, for anyone with its link. `has_account` true: sign in; false: choose a password. */
export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/staff/invitation',
  access: 'public',
  summary: 'Read a staff invitation',
  body: z.object({ token: Token }),
  response: z.object({ email: z.string(), role_key: z.nullable(z.string()), role_name: z.string(), has_account: z.boolean() }),
})
export const joinStaff = endpoint({
  method: 'POST',
  path: '/api/staff/join',
  access: 'public',
  summary: 'Accept a staff invitation with a new account, and sign in',
  body: z.object({ token: Token, password: Password }),
  response: z.object({ x_token: z.string(), name: z.string() }),
})
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/muser/staff/accept',
  access: 'member',
  summary: 'Accept a staff invitation with the account it names and a new password',
  body: z.object({ token: Token, password: Password }),
})
