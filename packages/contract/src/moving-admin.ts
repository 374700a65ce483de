import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import type { Rule } from './rule-texts.ts'
import { TicketKind } from './tickets.ts'

/** What must be done on the evening of a move, in its order. */
export const MOVING_STEPS = ['mail', 'old_panel', 'payments', 'bot', 'domains', 'certificates', 'nodes'] as const
export const MovingStepName = z.enum(MOVING_STEPS)
export type MovingStepName = z.infer<typeof MovingStepName>

/** What the site sees of a step. */
export const MovingFinding = z.enum([
  'mail_missing',
  'mail_untried',
  'mail_failed',
  'mail_sent',
  'payments_none',
  'payments_set',
  'bot_off',
  'bot_fault',
  /** Another program reads the bot's messages, or has set an address of its own for them. */
  'bot_shared',
  'bot_alone',
  /** `n` of `of` addresses lead here. */
  'addresses_here',
  /** `n` of `of` addresses have a valid certificate. */
  'addresses_secure',
  'nodes_none',
  /** `n` of `of` nodes have called in the last minutes. */
  'nodes_calling',
])
export type MovingFinding = z.infer<typeof MovingFinding>

export const MovingStep = z.object({
  name: MovingStepName,
  /** `seen`: the site sees that it is done. `told`: staff say so. */
  state: z.enum(['open', 'seen', 'told']),
  /** null: the site cannot see this. */
  finding: z.nullable(MovingFinding),
  n: z.nullable(z.int()),
  of: z.nullable(z.int()),
  /** When what was found happened. */
  at: z.nullable(Time),
  /** When staff said so. */
  told_at: z.nullable(Time),
})
export type MovingStep = z.infer<typeof MovingStep>

/**
 * Where an address leads. `no_name`: nothing has that name. `bad_certificate`: browsers would refuse it. `elsewhere`: another site answers.
 * `private`: to a private network, which nothing is asked in. `silent`: nobody answers.
 */
export const AddressFinding = z.enum(['here', 'no_name', 'bad_certificate', 'elsewhere', 'private', 'silent'])
export type AddressFinding = z.infer<typeof AddressFinding>

export const MovingAddress = z.object({
  origin: z.string(),
  /** `added`: an address that the old panel had, entered by staff. */
  of: z.enum(['site', 'links', 'added']),
  /** null: not asked yet. */
  finding: z.nullable(AddressFinding),
  asked_at: z.nullable(Time),
})
export type MovingAddress = z.infer<typeof MovingAddress>

export const MovingChecklist = z.object({
  items: z.array(MovingStep),
  total: z.int(),
  addresses: z.array(MovingAddress),
})
export type MovingChecklist = z.infer<typeof MovingChecklist>

/** An origin as people write it: `sub.example.com` means `https://sub.example.com`. null: it is none. */
export function originOf(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return /^https?:\/\/[^\s/?#@]+\/?$/i.test(address) && URL.canParse(address) ? new URL(address).origin : null
}

const rule: Rule = 'moving.address'
const Address = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine((text) => originOf(text) !== null, rule),
)
/** The old panel's addresses, all of them. */
export const MovingAddresses = z.object({ origins: z.array(Address).check(z.maxLength(30)) })

const guarded = { access: ['settings.security'] } as const

export const adminMovingChecklist = endpoint({
  method: 'GET',
  path: '/admin/moving/checklist',
  ...guarded,
  summary: 'What must be done on the evening of a move, and what of it the site sees',
  response: MovingChecklist,
})
export const adminTellMovingStep = endpoint({
  method: 'PUT',
  path: '/admin/moving/checklist/:name',
  ...guarded,
  summary: 'Say that a step of the move is done, or that it is not',
  params: z.object({ name: z.string().check(z.maxLength(40)) }),
  body: z.object({ done: z.boolean() }),
  response: MovingChecklist,
})
export const adminSetMovingAddresses = endpoint({
  method: 'PUT',
  path: '/admin/moving/addresses',
  ...guarded,
  summary: 'Name the addresses that the old panel had, and ask where they lead',
  body: MovingAddresses,
  response: MovingChecklist,
})
export const adminAskMovingAddresses = endpoint({
  method: 'POST',
  path: '/admin/moving/addresses/question',
  ...guarded,
  summary: 'Ask again where the addresses lead; takes ten seconds at most',
  response: MovingChecklist,
})

/** How members and nodes arrive after a move. */
export const MovingAfter = z.object({
  moved_at: Time,
  /** Members with an old link, those whose link was used here, and those of them in the last day. */
  links: z.object({ members: z.int(), seen: z.int(), seen_today: z.int() }),
  /** Enabled nodes, those that call, and programs that called with the old panel's token in the last hour. */
  nodes: z.object({ total: z.int(), calling: z.int(), on_old_token: z.int() }),
  /** Members who moved with a password, and those of them who have signed in with it, so that it is stored anew. */
  passwords: z.object({ members: z.int(), used: z.int() }),
  /** Tickets opened since the move, by kind, most first. */
  tickets: z.array(z.object({ kind: TicketKind, total: z.int(), open: z.int() })),
})
export type MovingAfter = z.infer<typeof MovingAfter>

export const adminMovingAfter = endpoint({
  method: 'GET',
  path: '/admin/moving/after',
  ...guarded,
  summary: 'How many members and nodes have arrived since the move; null before it',
  response: z.nullable(MovingAfter),
})
