import type { GrammarLanguage, GrammarMatch } from '@portico/contract/grammar'
import type { Settings } from '@portico/contract/settings-admin'
import * as z from 'zod/mini'
import { readAtMost } from '../outgoing/read-at-most.ts'
import type { Finding } from './found-mistake.ts'

const PATIENCE_MS = 10_000
const MOST_BYTES = 4 * 1024 * 1024

export type ServerSettings = Pick<Settings, 'grammar.server_url' | 'grammar.user' | 'grammar.secret'>

/** `refused`: wrong user or key. `unusable`: not LanguageTool. `unreachable`: no answer in ten seconds, or that it cannot now. */
export class ServerProblem extends Error {
  override name = 'ServerProblem'
  readonly reason: 'refused' | 'unusable' | 'unreachable'
  constructor(reason: ServerProblem['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Asks the configured LanguageTool server (https://languagetool.org/http-api/), which may be in the operator's own network, so redirects
 * are not followed. Throws `ServerProblem`, which never contains the text.
 */
export async function askLanguageTool(settings: ServerSettings, text: string, language: GrammarLanguage): Promise<Finding> {
  const { status, body } = await post(`${settings['grammar.server_url']}/v2/check`, formOf(settings, text, language))
  if (status === 401 || status === 403) throw new ServerProblem('refused', `the server answered ${status}`)
  if (status >= 500 || status === 429) throw new ServerProblem('unreachable', `the server answered ${status}`)
  const read = Answer.safeParse(status === 200 ? body : null)
  if (!read.success) throw new ServerProblem('unusable', `the server answered ${status}, and not as LanguageTool`)
  const { language: found, matches } = read.data
  const mistakes = matches.map(({ offset, length, message, shortMessage, replacements, rule }) => ({
    offset,
    length,
    message,
    shortMessage,
    replacements: replacements.map(({ value }) => value),
    rule: rule.id,
    category: categoryOf(rule),
  }))
  return { language: (found.detectedLanguage?.code ?? found.code).slice(0, 20), checkedTo: text.length, mistakes }
}

function formOf(settings: ServerSettings, text: string, language: GrammarLanguage): URLSearchParams {
  const form = new URLSearchParams({ text, language })
  // Without a variant, no spelling is checked.
  if (language === 'auto') form.set('preferredVariants', 'en-US,de-DE')
  const [user, secret] = [settings['grammar.user'], settings['grammar.secret']]
  if (user && secret) {
    form.set('username', user)
    form.set('apiKey', secret)
  }
  return form
}

async function post(url: string, form: URLSearchParams): Promise<{ status: number; body: unknown }> {
  try {
    const init = { method: 'POST', body: form, headers: { accept: 'application/json' }, redirect: 'error' } as const
    const { status, body } = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
    const bytes = await readAtMost(body, MOST_BYTES)
    return { status, body: parse(bytes) }
  } catch (error) {
    throw new ServerProblem('unreachable', 'the server did not answer', { cause: error })
  }
}

/** Parses JSON; null: too long, or not JSON. */
function parse(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes ?? undefined))
  } catch {
    return null
  }
}

const Rule = z.object({
  id: z.string(),
  issueType: z.optional(z.string()),
  category: z.optional(z.object({ id: z.optional(z.string()) })),
})
const Answer = z.object({
  language: z.object({ code: z.string(), detectedLanguage: z.optional(z.object({ code: z.string() })) }),
  matches: z.array(
    z.object({
      message: z.string(),
      shortMessage: z._default(z.string(), ''),
      offset: z.int(),
      length: z.int(),
      replacements: z.array(z.object({ value: z.string() })),
      rule: Rule,
    }),
  ),
})

function categoryOf({ issueType = '', category }: z.infer<typeof Rule>): GrammarMatch['category'] {
  return byIssueType[issueType] ?? byCategory[category?.id ?? ''] ?? 'general'
}

const byIssueType: Record<string, GrammarMatch['category']> = {
  misspelling: 'spelling',
  grammar: 'grammar',
  typographical: 'punctuation',
  whitespace: 'punctuation',
  style: 'style',
  register: 'style',
  duplication: 'style',
}
const byCategory: Record<string, GrammarMatch['category']> = {
  TYPOS: 'spelling',
  CASING: 'spelling',
  COMPOUNDING: 'spelling',
  CONFUSED_WORDS: 'grammar',
  GRAMMAR: 'grammar',
  PUNCTUATION: 'punctuation',
  TYPOGRAPHY: 'punctuation',
  REDUNDANCY: 'style',
  STYLE: 'style',
}
