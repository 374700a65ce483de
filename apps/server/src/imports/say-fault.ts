import type { Language } from '@portico/contract/translations'
import { sayIn } from '../in-language.ts'
import type { BadSource } from './old/old-database.ts'
import english from './texts/faults.en.json' with { type: 'json' }
import chinese from './texts/faults.zh-CN.json' with { type: 'json' }

/** `killed` and `failed` are said by those who run it. */
export type FaultCode = BadSource['code'] | 'killed' | 'failed'

/** Why an old database cannot be read or moved. */
export function sayFault({ code, detail }: { code: FaultCode; detail: string }, language: Language): string {
  return sayIn({ en: english, 'zh-CN': chinese }, language)(code, { detail }).trim()
}
