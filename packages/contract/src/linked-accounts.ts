import * as z from 'zod/mini'
import { ClaimLink } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** One of the accounts that a person uses under one sign-in. Each has its own plan, links, usage and money. */
export const LinkedAccount = z.object({
  id: z.int(),
  name: z.string(),
  plan_name: z.nullable(z.string()),
  /** When the plan ends; null: it does not, or there is none. */
  expires_at: z.nullable(Time),
  chosen: z.boolean(),
})
export type LinkedAccount = z.infer<typeof LinkedAccount>

export const listLinkedAccounts = endpoint({
  method: 'GET',
  path: '/muser/accounts',
  access: 'member',
  summary: 'The accounts I use under this sign-in, the one that signs in first',
  response: z.object({ items: z.array(LinkedAccount), total: z.int() }),
})
export const chooseAccount = endpoint({
  method: 'POST',
  path: '/muser/accounts/choice',
  access: 'member',
  summary: 'Use another of my accounts in this session',
  body: z.object({ id: z.int() }),
})
/** Claims an account without an address, by its link, as in `claimAccount`: it then has no sign-in of its own. */
export const addAccount = endpoint({
  method: 'POST',
  path: '/muser/accounts',
  access: 'member',
  fresh: true,
  summary: 'Add the account of a subscription link to mine, once',
  body: z.object({ link: ClaimLink }),
})
