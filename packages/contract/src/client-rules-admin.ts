import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FORMATS, TEMPLATE_FORMATS } from './formats.ts'
import { Time } from './paging.ts'
import { AddressOf } from './personal.ts'
import { translationsOf } from './translations.ts'

/** Most rules of a site: each fetch of a link goes through them. */
export const MAX_CLIENT_RULES = 50

/** Headers that a rule may ask about. Of `x-hwid` only whether it was sent: ids of devices are kept nowhere. */
export const RULE_HEADERS = ['x-hwid', 'x-device-os', 'x-ver-os', 'x-device-model', 'accept-language'] as const
export type RuleHeader = (typeof RULE_HEADERS)[number]

const AgentHow = z.enum(['any', 'begins', 'contains', 'is'])
export const HEADER_HOWS = ['sent', 'unsent', 'begins', 'contains', 'is'] as const
const HeaderHow = z.enum(HEADER_HOWS)
/** What a client gets: its profile, an entry with a text in its own format, or 403 with the text. */
export const RuleAnswer = z.enum(['profile', 'message', 'refusal'])
export type RuleAnswer = z.infer<typeof RuleAnswer>

const pattern = z.string().check(z.trim(), z.maxLength(100))
const Version = z.nullable(z.string().check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,9}){0,3}$/)))
const text = z.string().check(z.trim(), z.maxLength(300))
const announce = z.string().check(z.trim(), z.maxLength(200))
const Translations = translationsOf({ text, announce })

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  enabled: z.boolean(),
  /** Compared with the whole User-Agent, whatever the case. Never a regular expression: those can hang. */
  agent_how: AgentHow,
  agent_text: pattern,
  /** The first number behind the pattern: at least, and below. null: any. A User-Agent without one does not fit. */
  version_from: Version,
  version_below: Version,
  header: z.nullable(z.enum(RULE_HEADERS)),
  header_how: HeaderHow,
  header_text: pattern,
  /** ISO 3166 codes; empty: any. An unknown country is neither inside nor outside. */
  countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(100)),
  /** true: everywhere but in `countries`. */
  countries_except: z.boolean(),
  answer: RuleAnswer,
  /** Of the profile; null: what the client gets anyway. A link that names a format keeps it. */
  format: z.nullable(z.enum(FORMATS)),
  /** Version of the format's template, rolled out or not; 0: the built-in layout; null: what the member has. */
  template: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))),
  /** What a message or a refusal says. */
  text,
  /** A line that apps show beside the nodes, in place of the site's; '' for the site's. */
  announce,
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(Translations),
}

type Ruled = {
  agent_how: z.infer<typeof AgentHow>
  agent_text: string
  version_from: string | null
  version_below: string | null
  header: RuleHeader | null
  header_how: z.infer<typeof HeaderHow>
  header_text: string
  countries: string[]
  answer: RuleAnswer
  format: string | null
  template: number | null
  text: string
  announce: string
}
const says = (how: string): boolean => how !== 'sent' && how !== 'unsent'
const isTemplated = (format: string | null): boolean => TEMPLATE_FORMATS.some((one) => one === format)
const rules = [
  z.refine<Ruled>(({ agent_how, header, countries }) => agent_how !== 'any' || header !== null || countries.length > 0, {
    path: ['agent_how'],
    error: 'client_rule.no_condition',
  }),
  z.refine<Ruled>(({ agent_how, agent_text }) => agent_how === 'any' || agent_text !== '', {
    path: ['agent_text'],
    error: 'protocol.block_missing',
  }),
  z.refine<Ruled>(
    ({ agent_how, version_from, version_below }) =>
      (version_from === null && version_below === null) || agent_how === 'begins' || agent_how === 'contains',
    { path: ['version_from'], error: 'client_rule.version' },
  ),
  z.refine<Ruled>(({ header, header_how, header_text }) => header === null || !says(header_how) || header_text !== '', {
    path: ['header_text'],
    error: 'protocol.block_missing',
  }),
  z.refine<Ruled>(({ header, header_how }) => header !== 'x-hwid' || !says(header_how), {
    path: ['header_how'],
    error: 'client_rule.hwid',
  }),
  z.refine<Ruled>(({ answer, format, announce: line }) => answer !== 'profile' || format !== null || line !== '', {
    path: ['format'],
    error: 'client_rule.nothing',
  }),
  z.refine<Ruled>(({ template, format }) => template === null || isTemplated(format), {
    path: ['template'],
    error: 'client_rule.template_format',
  }),
  z.refine<Ruled>(({ answer, text: words }) => answer === 'profile' || words !== '', { path: ['text'], error: 'protocol.block_missing' }),
]
export const ClientRuleInput = z.object(fields).check(...rules)
export type ClientRuleInput = z.infer<typeof ClientRuleInput>

export const ClientRule = z.object({ ...fields, translations: Translations, id: z.int(), created_at: Time })
export type ClientRule = z.infer<typeof ClientRule>

/** A client without a rule of the site's own: its name, an example of its User-Agent, what it gets, and its fetches of the last day. */
export const DefaultAnswer = z.object({
  client: z.string(),
  /** '' if none is known. */
  user_agent: z.string(),
  format: z.string(),
  /** Formats that it reads; a rule that gives it another one is refused. null: not known, a rule may give any. */
  reads: z.nullable(z.array(z.string())),
  fetches: z.int(),
})
export type DefaultAnswer = z.infer<typeof DefaultAnswer>

/** What a fetch gets. `rule`: by which rule; null: by none. */
export const Outcome = z.object({ rule: z.nullable(z.string()), answer: RuleAnswer, format: z.string(), template: z.nullable(z.int()) })
export type Outcome = z.infer<typeof Outcome>

export const ChangedFetch = z.object({
  account_id: z.int(),
  label: AddressOf('account_id'),
  client: z.string(),
  user_agent: z.string(),
  country: z.nullable(z.string()),
  at: Time,
  before: Outcome,
  after: Outcome,
})
export type ChangedFetch = z.infer<typeof ChangedFetch>

const path = '/admin/client-rules'
const page = { page: z.int().check(z.gte(1), z.lte(10_000)), page_size: z.int().check(z.gte(1), z.lte(100)) }

export const adminListClientRules = endpoint({
  method: 'GET',
  path,
  access: ['clients.read'],
  summary: 'Own rules by client, in their order: the first that fits decides',
  response: z.object({
    items: z.array(ClientRule),
    total: z.int(),
    /** false: without a country file no rule by country fits. */
    has_countries: z.boolean(),
  }),
})
export const adminListDefaultAnswers = endpoint({
  method: 'GET',
  path: `${path}/defaults`,
  access: ['clients.read'],
  summary: 'What clients get to which no own rule applies',
  response: z.object({ items: z.array(DefaultAnswer), total: z.int() }),
})
export const adminCreateClientRule = endpoint({
  method: 'POST',
  path,
  access: ['clients.write'],
  summary: 'Add a rule at the end; refused if it would leave a client without a format that it reads',
  body: ClientRuleInput,
  response: ClientRule,
})
export const adminUpdateClientRule = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  access: ['clients.write'],
  summary: 'Change a rule; refused if it would leave a client without a format that it reads',
  body: ClientRuleInput,
  response: ClientRule,
})
export const adminSetClientRule = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: ['clients.write'],
  summary: 'Switch a rule off or on',
  body: z.object({ enabled: z.boolean() }),
  response: ClientRule,
})
export const adminDeleteClientRule = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: ['clients.write'],
  summary: 'Delete a rule',
})
export const adminSortClientRules = endpoint({
  method: 'POST',
  path: `${path}/sort`,
  access: ['clients.write'],
  summary: 'Put rules in this order; refused if it would leave a client without a format that it reads',
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(MAX_CLIENT_RULES)) }),
})
export const adminTryClientRule = endpoint({
  method: 'POST',
  path: `${path}/trial`,
  access: ['clients.read'],
  summary: 'Which fetches of the last day would get another answer if this rule were saved; saves nothing',
  body: z.object({
    /** The rule to change; null: a new one, at the end. */
    id: z.nullable(z.int()),
    rule: ClientRuleInput,
    ...page,
  }),
  response: z.object({
    since: Time,
    /** Fetches of the last day that a rule can apply to. */
    fetches: z.int(),
    /** Fetches stored before this version, of which nothing is known that a rule asks about. */
    unknown: z.int(),
    /** Members with a changed fetch. */
    members: z.int(),
    /** Clients that would get a format they do not read: saving is refused. */
    unreadable: z.array(z.object({ client: z.string(), format: z.string() })),
    /** Every changed fetch, newest first. An app in one network counts once in ten minutes. */
    items: z.array(ChangedFetch),
    total: z.int(),
    ...page,
  }),
})
