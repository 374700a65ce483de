import type { AdminArticle, ArticleKind } from '@portico/contract/articles-admin'
import { useEffect, useState } from 'react'
import { useWho } from '../../../api/who.ts'
import { Desk } from './desk.ts'

/** The desk of the opened article, for as long as the page shows it. */
export function useDesk(article: AdminArticle | null, kind: ArticleKind, onCreated: (id: number) => void): Desk {
  const { id } = useWho()
  const [desk] = useState(() => new Desk(id, article, kind, onCreated))
  useEffect(() => {
    desk.open()
    const leave = (): void => desk.leave()
    const hidden = (): void => void (document.visibilityState === 'hidden' && desk.leave())
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      desk.close()
    }
  }, [desk])
  return desk
}
