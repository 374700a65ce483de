import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { Time } from './paging.ts'
import { plainHost, typedText } from './typed-code.ts'

export const Email = z.pipe(
  z.pipe(
    typedText(64),
    // Keyboards put a blank after a dot.
    z.transform((text: string) => text.replace(/ ?([@.]) ?/g, '$1').replace(/(?<=@)[^@]*$/, plainHost)),
  ),
  z.email(),
)
export const Password = z.string().check(z.minLength(8), z.maxLength(128))

export const logout = endpoint({
  method: 'GET',
  path: '/muser/logout',
  access: 'member',
  summary: 'End this session',
  changesState: true,
})

export const Role = z.enum(['user', 'admin'])
export const UserInfo = z.object({
  id: z.int(),
  roles: z.array(Role),
  permissions: z.array(z.string()),
  /** true: staff who must set up a second factor first; their `permissions` are empty until then. */
  needs_factor: z.boolean(),
  name: z.string(),
  /** null: the account has no e-mail address. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The name the member chose; null: `name` is made from their address. */
  own_name: z.nullable(z.string()),
  /** Language of the member's mails and messages; null: not chosen. */
  language: z.nullable(z.enum(['en', 'zh-CN'])),
  /** Country the member entered; ISO 3166, two letters. */
  country: z.nullable(z.string()),
  has_password: z.boolean(),
  /** URL of the member's picture; empty: draw the initial. */
  avatar: z.string(),
  /** Name of the permission group; empty without a plan. */
  user_class: z.string(),
  is_admin: z.union([z.literal(0), z.literal(1)]),
  /** The linked account that is used in this session; null: the own one. Group, balance and debt are its. */
  chosen: z.nullable(z.object({ id: z.int(), name: z.string() })),
  has_linked: z.boolean(),
  balance: Sum,
  /** What the member owes after a payment was taken back. Nothing can be bought until it is paid. */
  debt: Sum,
  currency: Currency,
  created_at: Time,
})
export type UserInfo = z.infer<typeof UserInfo>
export const getInfo = endpoint({
  method: 'POST',
  path: '/muser/info',
  access: 'member',
  summary: 'The account that is signed in',
  body: z.object({ roles: z.optional(z.array(z.string())) }),
  response: z.object({ userInfo: UserInfo }),
})
export const changePassword = endpoint({
  method: 'POST',
  path: '/muser/changePassword',
  access: 'member',
  summary: 'Change the password; all other sessions end',
  fresh: true,
  body: z.object({ old_password: z.string().check(z.minLength(1), z.maxLength(128)), new_password: Password }),
})

export const Session = z.object({
  id: z.int(),
  device: z.string(),
  ip: z.string(),
  /** Country of the session's last use, ISO 3166; null: not known. */
  country: z.nullable(z.string()),
  created_at: Time,
  last_used_at: Time,
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
export const listSessions = endpoint({
  method: 'GET',
  path: '/muser/sessions',
  access: 'member',
  summary: 'Sessions of this account',
  response: z.object({ items: z.array(Session), total: z.int() }),
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/muser/sessions/:id',
  access: 'member',
  summary: 'End one session',
})
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/muser/sessions/endOthers',
  access: 'member',
  summary: 'Sign out everywhere else',
})
