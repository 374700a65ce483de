import { useEffect } from 'react'
import { nameTab, tabs } from '../../app/tabs.ts'
import { useStore } from '../../store.ts'
import { editArticle } from '../article-addresses.ts'

/** Puts the article's title on its tab, as soon as there is one. */
export function useTabName(id: number | undefined, title: string | undefined): void {
  const all = useStore(tabs)
  useEffect(() => {
    if (id !== undefined && title) nameTab(editArticle(id), title)
  }, [all, id, title])
}
