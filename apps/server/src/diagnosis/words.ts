import type { Finding } from '@portico/contract/diagnosis'
import type { Language } from '@portico/contract/translations'
import type { Fault } from './faults.ts'
import { saying } from './saying.ts'
import { adviseStaff } from './staff-advice.ts'
import { english } from './words-en.ts'
import { chinese } from './words-zh.ts'

/** Reader of a finding: staff get other advice than the member. */
export type Reader = 'member' | 'staff'

interface WordsFor {
  language: Language
  now: Date
  zone: string
  reader: Reader
}

/** A fault in words of this language; times are on the clock of `zone`. */
export function wordsOf(fault: Fault, { language, now, zone, reader }: WordsFor): Finding {
  const say = saying(language, now, zone)
  const words = (language === 'en' ? english : chinese)(fault, say)
  const { title } = words
  const advice = reader === 'member' ? words.advice : adviseStaff(fault, language, say)
  const action = fault.action && { kind: fault.action.kind, to: fault.action.to ?? null }
  return { code: fault.code, title, advice, since: fault.since?.toISOString() ?? null, action }
}
