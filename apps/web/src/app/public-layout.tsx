import { createFileRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSite } from '../api/site.ts'
import { loadMessages, useT } from '../i18n.ts'
import { keepInviteCode } from './invite-code.ts'
import { PublicHeader } from './layout/public-header.tsx'
import styles from './layout/public.module.css'

export const Route = createFileRoute('/_public')({ beforeLoad: keepInviteCode, component: PublicLayout })

/** A part that the first paint does not wait for. If it fails to load, nothing is drawn: better than an error. */
const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load().catch((): ComponentType => () => null) }))

const PublicFooter = later(async () => {
  const [{ PublicFooter: Footer }] = await Promise.all([import('./layout/public-footer.tsx'), loadMessages('footer')])
  return Footer
})
const NoticeBar = later(async () => (await import('./layout/notice-bar.tsx')).NoticeBar)

function PublicLayout() {
  const t = useT()
  const hasNotice = Boolean(useSite()?.indexNotice)
  return (
    <div className={styles['page']}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <Suspense>{hasNotice && <NoticeBar />}</Suspense>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      <Suspense>
        <PublicFooter />
      </Suspense>
    </div>
  )
}
