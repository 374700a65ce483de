import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSite } from '../api/site.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { shownTitle, titleOf } from './shown-title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in the browser tab, the breadcrumb and the tag tabs. */
    title?: MessageKey
  }
}

// The server replaces the placeholder with the site's title. The development server does not.
const served = document.title.startsWith('__') ? '' : document.title

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
