import { useEffect } from 'react'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { besides } from '../besides.ts'
import { NoticeBar } from '../layout/notice-bar.tsx'
import { PublicFooter } from '../layout/public-footer.tsx'
import { PublicHeader } from '../layout/public-header.tsx'
import styles from '../layout/public.module.css'
import { shownTitle, titleOf } from '../shown-title.ts'
import type { PageRoute } from './router.tsx'

/** A public page in its frame. `onDrawn`: runs once it works. */
export function PublicPage({ page, onDrawn }: { page: PageRoute; onDrawn: () => void }) {
  const { component: Content, staticData: { title } = {} } = page
  const t = useT()
  const others = useStore(besides)
  const site = useSite()
  const own = useStore(shownTitle) || (title && t(title))
  useEffect(onDrawn, [onDrawn])
  useEffect(() => {
    document.title = titleOf(own, site?.webtitle || t('site.default_title'))
  }, [own, site, t])
  return (
    <>
      <div className={styles['page']}>
        <a className={styles['skip']} href="#main">
          {t('action.skip_to_content')}
        </a>
        {site?.indexNotice && <NoticeBar />}
        <PublicHeader />
        <main id="main" tabIndex={-1} className={styles['main']}>
          {Content && <Content />}
        </main>
        <PublicFooter />
      </div>
      {others}
      <Toasts />
    </>
  )
}
