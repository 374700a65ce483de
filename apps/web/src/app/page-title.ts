import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSite } from '../api/site.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { createStore, useStore } from '../store.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in the browser tab, the breadcrumb and the tag tabs. */
    title?: MessageKey
  }
}

/** The title of what a page shows, such as an article; '' where the page's own title stands. */
export const shownTitle = createStore('')

// The server replaces the placeholder with the site's title. The development server does not.
const served = document.title.startsWith('__') ? '' : document.title

export function titleOf(page: string | undefined, site: string): string {
  return page ? `${page} - ${site}` : site
}

/** Shows the current page's title, followed by the site's. */
export function usePageTitle(): void {
  const t = useT()
  const site = useSite()
  // While a page is pending, its texts may be missing.
  const key = useMatches({
    select: (all) => all.findLast((match) => match.staticData.title && match.status !== 'pending')?.staticData.title,
  })
  const own = useStore(shownTitle) || (key && t(key))
  const webtitle = site?.webtitle
  useEffect(() => {
    document.title = titleOf(own, webtitle || served || t('site.default_title'))
  }, [own, webtitle, t])
}
