import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'

/** Longest text that is checked, in UTF-16 units. */
export const MAX_GRAMMAR_LENGTH = 20_000
/** Most mistakes in one answer. */
export const MAX_GRAMMAR_MATCHES = 500

/** Languages to check in. `auto`: the checker detects it; the built-in checker assumes American English. */
export const GRAMMAR_LANGUAGES = ['auto', 'en-US', 'en-GB', 'zh-CN', 'ja-JP', 'ru-RU', 'de-DE', 'fr', 'es'] as const
export const GrammarLanguage = z.enum(GRAMMAR_LANGUAGES)
export type GrammarLanguage = z.infer<typeof GrammarLanguage>

/** `off`: the server has too little memory for the built-in one. */
export const GrammarChecker = z.enum(['built_in', 'server', 'off'])
export type GrammarChecker = z.infer<typeof GrammarChecker>

export const GRAMMAR_CATEGORIES = ['spelling', 'grammar', 'punctuation', 'style', 'general'] as const

export const GrammarMatch = z.object({
  /** Position in the text, in UTF-16 units. */
  offset: z.int(),
  length: z.int(),
  /** The checker's explanation; in English from the built-in checker. */
  message: z.string(),
  /** A short form of `message`, or ''. */
  short_message: z.string(),
  /** Suggested replacements, best first; '' deletes the marked text. */
  replacements: z.array(z.string()),
  /** The checker's name for its rule. */
  rule: z.string(),
  category: z.enum(GRAMMAR_CATEGORIES),
})
export type GrammarMatch = z.infer<typeof GrammarMatch>

export const getGrammarChecker = endpoint({
  method: 'GET',
  path: '/api/langtool/config',
  access: 'public',
  summary:
    'Which checker the grammar page has: `built_in` on this server, a LanguageTool `server`, or `off` for none, and the languages it knows',
  response: z.object({ checker: GrammarChecker, languages: z.array(GrammarLanguage) }),
})

/**
 * Checks a text. `grammar.busy` while too many texts wait; `grammar.unavailable` if the checker does not answer; `grammar.off` if there is
 * none.
 */
export const checkGrammar = endpoint({
  method: 'POST',
  path: '/muser/langtool/check',
  access: 'member',
  summary: 'Check the grammar of a text; nothing of it is kept',
  maxBytes: MEGABYTE,
  body: z.object({
    text: z.string().check(z.minLength(1), z.maxLength(MAX_GRAMMAR_LENGTH)),
    language: z.optional(GrammarLanguage),
  }),
  response: z.object({
    /** Language the text was checked in; null: the checker does not support it, so nothing was checked. */
    language: z.nullable(z.string()),
    /** UTF-16 units that were checked. Less than the text if checking takes too long or finds too many mistakes. */
    checked_to: z.int(),
    /** Mistakes in text order, without overlaps. */
    matches: z.array(GrammarMatch),
  }),
})
