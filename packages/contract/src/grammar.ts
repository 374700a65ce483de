import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'

/** UTF-16 units of a text that is checked. */
export const MAX_GRAMMAR_LENGTH = 20_000
/** Mistakes in one answer. */
export const MAX_GRAMMAR_MATCHES = 500

/** `auto`: the checker finds out; the built-in one takes it for American English. */
export const GRAMMAR_LANGUAGES = ['auto', 'en-US', 'en-GB', 'zh-CN', 'ja-JP', 'ru-RU', 'de-DE', 'fr', 'es'] as const
export const GrammarLanguage = z.enum(GRAMMAR_LANGUAGES)
export type GrammarLanguage = z.infer<typeof GrammarLanguage>

export const GRAMMAR_CATEGORIES = ['spelling', 'grammar', 'punctuation', 'style', 'general'] as const

export const GrammarMatch = z.object({
  /** Place in the text, in UTF-16 units. */
  offset: z.int(),
  length: z.int(),
  /** The checker's words; the built-in one knows only English. */
  message: z.string(),
  /** A few words, or ''. */
  short_message: z.string(),
  /** What may stand there instead, the likeliest first; '' means nothing. */
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
  summary: 'Which checker the grammar page has: `built_in` on this server, or a LanguageTool `server`, and the languages it knows',
  response: z.object({ checker: z.enum(['built_in', 'server']), languages: z.array(GrammarLanguage) }),
})

/** `grammar.busy` while too many texts wait, `grammar.unavailable` without an answer of the checker. */
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
    /** As which it was checked; null: the checker does not know its language, so nothing was checked. */
    language: z.nullable(z.string()),
    /** Up to where it was checked, in UTF-16 units: less than the text if that takes too long or has too many mistakes. */
    checked_to: z.int(),
    /** In the order of the text, without overlaps. */
    matches: z.array(GrammarMatch),
  }),
})
