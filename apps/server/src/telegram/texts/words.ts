import type { Language } from '@portico/contract/translations'
import { chinese } from './chinese.ts'
import { english, type Words } from './english.ts'

const words: Record<Language, Words> = { en: english, 'zh-CN': chinese }

export function wordsIn(language: Language): Words {
  return words[language]
}
