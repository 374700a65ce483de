import { type Language, LANGUAGES } from '@portico/contract/translations'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { language } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { choice, usePageSearch } from '../../ui/page-search.ts'

const Search = z.object({ lang: choice(LANGUAGES) })

/** The language of texts: `?lang=` in the address, else the page's. Who switches the page's language switches both. */
export function useTextLanguage(): [Language, (next: Language) => void] {
  const ofPage = useStore(language)
  const [{ lang }, change] = usePageSearch(Search)
  const before = useRef(ofPage)
  useEffect(() => {
    if (before.current === ofPage) return
    before.current = ofPage
    if (lang !== undefined) change({ lang: undefined })
  })
  return [lang ?? ofPage, (next) => change({ lang: next === ofPage ? undefined : next })]
}

/** The same for a loader, which has no hooks. */
export function textLanguage(search: object): Language {
  const { lang } = Search.parse(search)
  return lang ?? language.get()
}
