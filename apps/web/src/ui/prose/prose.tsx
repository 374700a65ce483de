import './prose.css'
import './prose-figures.css'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { language, loadMessages } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { enliven, type Picture } from './enliven.ts'
import { PictureDialog } from './picture-dialog.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A picture is open large: going back closes it. */
    picture?: boolean
  }
}

/** The body of an article. The server has cleaned the HTML; nothing else may be given here. */
export function Prose({ html }: { html: string }) {
  const lang = useStore(language)
  const router = useRouter()
  const ref = useRef<HTMLDivElement>(null)
  const [large, setLarge] = useState<Picture | null>(null)
  const isOpen = useLocation({ select: ({ state }) => state.picture === true })
  const openLarge = useEffectEvent((picture: Picture): void => {
    setLarge(picture)
    const state = (now: object): object => ({ ...now, picture: true })
    void router.navigate({ to: '.', search: true, hash: true, state, resetScroll: false, ignoreBlocker: true })
  })
  const close = (): void => {
    if (router.state.location.state.picture) router.history.back({ ignoreBlocker: true })
  }
  useEffect(() => {
    let current = true
    void loadMessages('reading').then(() => current && ref.current && enliven(ref.current, (picture) => openLarge(picture)))
    return () => {
      current = false
    }
  }, [html, lang])
  // A link to another page of the site opens without loading the site again.
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    const isOther = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!/^\/(?!\/|files\/)/.test(path) || isOther) return
    event.preventDefault()
    void router.navigate({ href: path })
  }
  return (
    <>
      {/* Drawn again in another language: what was added to it has texts. Only links are clicked, which keys can do too. */}
      {/* oxlint-disable-next-line react/no-danger, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- cleaned on the server */}
      <div key={lang} ref={ref} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
      {large && isOpen && <PictureDialog picture={large} onClose={close} />}
    </>
  )
}
