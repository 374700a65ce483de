import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'

export interface Named {
  name_en: string
  name_zh: string
}

/** The name of a category or tag in the page's language, else in the other. */
export function useNameOf(): (named: Named) => string {
  const lang = useStore(language)
  return ({ name_en: en, name_zh: zh }) => (lang === 'en' ? en || zh : zh || en)
}

/** Name in the other language; '' if there is none. */
export function useOtherName(): (named: Named) => string {
  const nameOf = useNameOf()
  return (named) => [named.name_en, named.name_zh].find((name) => name !== nameOf(named)) ?? ''
}

interface Titles {
  /** In the page's language, else in the other; without any, words that say so. */
  title: string
  /** Title in the other language; null: none, or shown already. */
  other: string | null
  /** The language without a text, if the other one has one. */
  missing: 'en' | 'zh-CN' | null
}

export function useTitlesOf(): (article: Pick<AdminListedArticle, 'titles'>) => Titles {
  const t = useT()
  const lang = useStore(language)
  return ({ titles }) => {
    const second = lang === 'en' ? 'zh-CN' : 'en'
    const [own, other] = [titles[lang] || null, titles[second] || null]
    const missing = own === null ? lang : other === null ? second : null
    return { title: own ?? other ?? t('article_manage.untitled'), other: own && other, missing: own || other ? missing : null }
  }
}
