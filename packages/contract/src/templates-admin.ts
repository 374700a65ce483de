import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { TEMPLATE_FORMATS } from './formats.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'

/** Texts with versions and staged roll-out that are not profiles. */
export const DOCUMENT_KINDS = ['client_conf', 'extension_conf', 'pac', 'youth'] as const
export const DocumentKind = z.enum(DOCUMENT_KINDS)
export type DocumentKind = z.infer<typeof DocumentKind>

export const TemplateKind = z.enum([...TEMPLATE_FORMATS, ...DOCUMENT_KINDS])
export type TemplateKind = z.infer<typeof TemplateKind>

/** Formats and documents with a preview. */
export const PreviewKind = z.enum([...TEMPLATE_FORMATS, 'pac', 'youth'])
export type PreviewKind = z.infer<typeof PreviewKind>

/** Most bytes of a template, in UTF-8. */
export const TEMPLATE_MAX_BYTES = 256 * 1024

export const TemplateFaultCode = z.enum([
  'too_large',
  'unparsable',
  'wrong_shape',
  'ambiguous',
  'unknown_placeholder',
  'misplaced_placeholder',
  'proxies_missing',
  'bad_filter',
  'duplicate_name',
  'unknown_group',
  'group_loop',
  'group_empty',
  'not_an_object',
  'too_deep',
  'missing_function',
  'bad_domain',
  'bad_keyword',
  'bad_hours',
])
/** A fault in a text. `line`: from 1, null for the whole text. `detail`: the faulty part. */
export const TemplateFault = z.object({ line: z.nullable(z.int()), code: TemplateFaultCode, detail: z.string() })
export type TemplateFault = z.infer<typeof TemplateFault>

export const TemplateState = z.enum(['draft', 'active', 'retired'])
export type TemplateState = z.infer<typeof TemplateState>
export const TemplateVersion = z.object({
  format: TemplateKind,
  version: z.int(),
  note: z.string(),
  /** E-mail address of the version's author. */
  author: NameOrAddress,
  state: TemplateState,
  /** Percent of members who get this version while it is active; the others keep the previous one. */
  rollout_percent: z.int(),
  created_at: Time,
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** Version number; 0: the built-in layout. */
const Version = z.int().check(z.gte(0), z.lte(1_000_000))
const Text = z.string().check(z.maxLength(TEMPLATE_MAX_BYTES * 2))

export const adminListTemplates = endpoint({
  method: 'GET',
  path: '/admin/templates',
  access: ['clients.read'],
  summary: 'Versions of a format’s template, newest first',
  query: z.object({ ...pageQuery, format: TemplateKind }),
  response: pageOf(TemplateVersion),
})
export const adminGetTemplate = endpoint({
  method: 'GET',
  path: '/admin/templates/text',
  access: ['clients.read'],
  summary: 'The text of a version; version 0 is the built-in layout, written as a template',
  query: z.object({ format: TemplateKind, version: z.pipe(NumberText, Version) }),
  response: z.object({ version: z.int(), text: z.string() }),
})
export const adminSaveTemplate = endpoint({
  method: 'POST',
  path: '/admin/templates',
  access: ['clients.write'],
  summary: 'Save a text as a new version, a draft; refused if it has faults',
  maxBytes: MEGABYTE,
  body: z.object({ format: TemplateKind, text: Text, note: z.string().check(z.trim(), z.maxLength(200)) }),
  response: TemplateVersion,
})
export const adminCheckTemplate = endpoint({
  method: 'POST',
  path: '/admin/templates/check',
  access: ['clients.read'],
  summary: 'Check a text for faults',
  maxBytes: MEGABYTE,
  body: z.object({ format: TemplateKind, text: Text }),
  response: z.object({ faults: z.array(TemplateFault) }),
})
export const adminPreviewTemplate = endpoint({
  method: 'POST',
  path: '/admin/templates/preview',
  access: ['clients.read'],
  summary: 'Preview what a member’s client would get from an unsaved text',
  maxBytes: MEGABYTE,
  body: z.object({
    format: PreviewKind,
    /** Client whose profile shows the rules, for documents that are not profiles; absent: mihomo. */
    client: z.optional(z.enum(TEMPLATE_FORMATS)),
    text: Text,
    account_id: z.int(),
    /** Version of the client's core, such as 1.18.0; null: the newest. */
    client_version: z.nullable(z.string().check(z.regex(/^\d{1,5}(\.\d{1,5}){0,3}$/))),
  }),
  response: z.object({
    faults: z.array(TemplateFault),
    /** The rendered profile; null if the text has faults. */
    output: z.nullable(z.string()),
    /** Faults found when parsing the rendered profile. */
    output_faults: z.array(TemplateFault),
    nodes: z.int(),
    /** Number of nodes that the client does not support. */
    left_out: z.int(),
    /** false: the client is too old for templates and gets the built-in layout. */
    templated: z.boolean(),
  }),
})
export const adminRollOutTemplate = endpoint({
  method: 'POST',
  path: '/admin/templates/rollout',
  access: ['clients.write'],
  summary: 'Roll a version out to a percentage of members: 100 is all, 0 withdraws it; version 0 returns everyone to the built-in layout',
  body: z.object({ format: TemplateKind, version: Version, percent: z.int().check(z.gte(0), z.lte(100)) }),
  response: z.object({ live: z.array(TemplateVersion) }),
})
