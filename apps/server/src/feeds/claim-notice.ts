import type { Language } from '@portico/contract/translations'
import { isFresh } from '../accounts/claims.ts'
import { LISTS } from '../formats/info-nodes.ts'
import type { FeedNode } from '../formats/feed-node.ts'
import type { Format } from '../formats/formats.ts'
import { messageNode } from '../formats/message-node.ts'
import type { FeedMember } from './feed-members.ts'

const words: Record<Language, string> = {
  en: 'Account claimed by link. Not you? Contact support',
  'zh-CN': '账号已凭链接认领，非本人请联系客服',
}

/** What the apps of a member say for some days after somebody claimed the account by its link: that may have been a thief. null: nothing. */
export function claimNotice({ claimedAt, language }: Pick<FeedMember, 'claimedAt' | 'language'>, now: Date): string | null {
  if (claimedAt === null || !isFresh(new Date(claimedAt), now)) return null
  return language === null ? `${words.en} ${words['zh-CN']}` : words[language]
}

/** With an entry that leads nowhere: first in a list of share links, else last, because apps begin with the first. */
export function withNotice(nodes: FeedNode[], notice: string | null, format: Format): FeedNode[] {
  if (notice === null || nodes.length === 0) return nodes
  const entry = messageNode(notice, -3)
  return LISTS.has(format) ? [entry, ...nodes] : [...nodes, entry]
}
