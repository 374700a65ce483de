import type { Language } from '@portico/contract/translations'
import type { Reader } from './audience.ts'

const notes: Record<'visitor' | 'member' | 'subscriber', Record<Language, string>> = {
  visitor: {
    en: 'This part is for members. <a href="/login">Log in</a> to read it.',
    'zh-CN': '这部分内容仅会员可见，请先<a href="/login">登录</a>。',
  },
  member: {
    en: 'This part is for members with a plan. <a href="/user/plans">See the plans</a>',
    'zh-CN': '这部分内容仅对有套餐的会员开放。<a href="/user/plans">查看套餐</a>',
  },
  subscriber: {
    en: 'This part is for members of another plan. <a href="/user/plans">See the plans</a>',
    'zh-CN': '这部分内容仅对其他套餐的会员开放。<a href="/user/plans">查看套餐</a>',
  },
}

/** Stands where a block was that this reader may not see. Says nothing of what it holds. */
export function hiddenNote({ accountId, groupId }: Reader, language: Language): string {
  const who = accountId === null ? 'visitor' : groupId === null ? 'member' : 'subscriber'
  return `<aside data-kind="locked"><p>${notes[who][language]}</p></aside>`
}

/** Who logs in from the notes of a rendered body comes back to its article. */
export function loginLeadsBack(html: string, id: number): string {
  return html.replaceAll(/(<aside data-kind="locked">.*?href="\/login)"/gs, `$1?redirect=%2Farticle%2FarticleRead%2F${id}"`)
}
