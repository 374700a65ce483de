import { Notice } from '@portico/contract/notices'
import type { Language } from '@portico/contract/translations'
import type { ReadableNotice } from './read-notices.ts'
import { toWire } from '../to-wire.ts'

export function toNotice({ notice, startsAt, seenAt }: ReadableNotice, language: Language): Notice {
  return toWire(Notice, { ...notice, language, publishedAt: startsAt, seenAt })
}
