import './prose.css'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { language, loadMessages } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { enliven, type Picture } from './enliven.ts'
import { PictureDialog } from './picture-dialog.tsx'

/** The body of an article. The server has cleaned the HTML; nothing else may be given here. */
export function Prose({ html }: { html: string }) {
  const lang = useStore(language)
  const router = useRouter()
  const ref = useRef<HTMLDivElement>(null)
  const [large, setLarge] = useState<Picture | null>(null)
  useEffect(() => {
    let current = true
    void loadMessages('reading').then(() => current && ref.current && enliven(ref.current, setLarge))
    return () => {
      current = false
    }
  }, [html, lang])
  // A link to another page of the site opens without loading the site again.
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!/^\/(?!\/|files\/)/.test(path) || isOther) return
    event.preventDefault()
    void router.navigate({ href: path })
  }
  return (
    <>
      {/* Drawn again in another language: what was added to it has texts. Only links are clicked, which keys can do too. */}
      {/* oxlint-disable-next-line react/no-danger, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- cleaned on the server */}
      <div key={lang} ref={ref} className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
      {large && <PictureDialog picture={large} onClose={() => setLarge(null)} />}
    </>
  )
}
