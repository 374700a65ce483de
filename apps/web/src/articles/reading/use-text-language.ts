import { type Language, LANGUAGES } from '@portico/contract/translations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { language, switchLanguage } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { choice } from '../../ui/page-search.ts'

const Search = z.object({ lang: choice(LANGUAGES) })

interface TextLanguage {
  lang: Language
  /** Reads on in another language: a step that going back undoes. */
  speak: (next: Language) => void
  /** Path of another such page, in the same asked language. */
  keep: (path: string) => string
}

/** Language from `?lang=`, for this visit; else the page's. Switching elsewhere removes it from the address. */
export function useTextLanguage(): TextLanguage {
  const ofPage = useStore(language)
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const { lang } = Search.parse(raw)
  const followed = useRef(lang === ofPage ? lang : undefined)
  // Until the texts of the language are loaded, the page speaks the old one.
  const isFollowing = useRef(false)
  const go = (next: Language | undefined, replace: boolean): Promise<void> =>
    navigate({ to: '.', search: { ...raw, lang: next } as never, ...(replace && { hash: true }), replace, resetScroll: false })
  useEffect(() => {
    if (isFollowing.current) return
    if (lang === undefined || lang === ofPage) followed.current = lang
    else if (followed.current === lang) void go(undefined, true)
    else {
      followed.current = lang
      isFollowing.current = true
      void switchLanguage(lang, false).finally(() => (isFollowing.current = false))
    }
  })
  const speak = async (next: Language): Promise<void> => {
    // Going back must find the language of now.
    if (lang === undefined) await go(ofPage, true)
    await go(next, false)
  }
  return {
    lang: lang ?? ofPage,
    speak: (next) => void speak(next),
    keep: (path) => (lang === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`),
  }
}

/** `useTextLanguage` for loaders. */
export function textLanguage(search: object): Language {
  const { lang } = Search.parse(search)
  return lang ?? language.get()
}
