import type { Notice } from '@portico/contract/notices'
import type { Language } from '@portico/contract/translations'
import type { ReadableNotice } from './read-notices.ts'

export function toNotice({ notice, startsAt, seenAt }: ReadableNotice, language: Language): Notice {
  return {
    id: notice.id,
    placement: notice.placement,
    title: notice.title,
    body: notice.body,
    language,
    published_at: startsAt.toISOString(),
    seen_at: seenAt?.toISOString() ?? null,
  }
}
