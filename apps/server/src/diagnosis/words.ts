import type { Finding } from '@portico/contract/diagnosis'
import type { Language } from '@portico/contract/translations'
import type { Fault } from './faults.ts'
import { saying } from './saying.ts'
import { english } from './words-en.ts'
import { chinese } from './words-zh.ts'

/** A fault in words of this language; times are on the clock of `zone`. */
export function wordsOf(fault: Fault, { language, now, zone }: { language: Language; now: Date; zone: string }): Finding {
  const say = saying(language, now, zone)
  const { title, advice } = (language === 'en' ? english : chinese)(fault, say)
  const action = fault.action && { kind: fault.action.kind, to: fault.action.to ?? null }
  return { code: fault.code, title, advice, since: fault.since?.toISOString() ?? null, action }
}
