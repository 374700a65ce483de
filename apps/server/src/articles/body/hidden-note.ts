import type { Language } from '@portico/contract/translations'
import type { Reader } from '../audience.ts'

const notes: Record<'visitor' | 'member' | 'narrow' | 'narrowVisitor', Record<Language, string>> = {
  visitor: {
    en: 'This part is for members.</p><p><a href="/login">Log in to read it</a>',
    'zh-CN': '这部分内容仅会员可见。</p><p><a href="/login">登录后阅读</a>',
  },
  member: {
    en: 'This part is for members with a plan.</p><p><a href="/user/plans">See the plans</a>',
    'zh-CN': '这部分内容仅对有套餐的会员开放。</p><p><a href="/user/plans">查看套餐</a>',
  },
  // Logging in or having any plan would not be enough.
  narrow: {
    en: 'This part is for members with certain plans.</p><p><a href="/user/plans">See the plans</a>',
    'zh-CN': '这部分内容仅对特定套餐的会员开放。</p><p><a href="/user/plans">查看套餐</a>',
  },
  narrowVisitor: {
    en: 'This part is for members with certain plans.</p><p><a href="/price">See the plans</a>',
    'zh-CN': '这部分内容仅对特定套餐的会员开放。</p><p><a href="/price">查看套餐</a>',
  },
}

/** Note in place of a block that the reader may not see. Reveals neither its content nor its plans or groups. */
export function hiddenNote({ accountId }: Reader, audience: string | undefined, language: Language): string {
  const isNarrow = audience === 'plans' || audience === 'groups'
  const who = accountId === null ? (isNarrow ? 'narrowVisitor' : 'visitor') : isNarrow ? 'narrow' : 'member'
  return `<aside data-kind="locked"><p>${notes[who][language]}</p></aside>`
}

/** The notes of a rendered body lead back to its article after the login. */
export function loginLeadsBack(html: string, id: number): string {
  return html.replaceAll(
    /(<aside data-kind="locked">(?:(?!<\/aside>).)*?href="\/login)"/gs,
    `$1?redirect=%2Farticle%2FarticleRead%2F${id}"`,
  )
}
