import type { Language } from '@portico/contract/translations'
import { sayIn } from '../../in-language.ts'
import english from './bot.en.json' with { type: 'json' }
import chinese from './bot.zh-CN.json' with { type: 'json' }

/** Says what the bot says in this language, in HTML. Values given to a text must be escaped. */
export type Words = ReturnType<typeof wordsIn>

export function wordsIn(language: Language) {
  return sayIn({ en: english, 'zh-CN': chinese }, language)
}

type ErrorKey = Extract<keyof typeof english, `errors.${string}`>

/** The text for an error that the bot has words of its own for, else the general one. */
export function wordsFor(code: string): ErrorKey {
  const key = `errors.${code}`
  return isError(key) ? key : 'errors.other'
}

function isError(key: string): key is ErrorKey {
  return key in english
}
