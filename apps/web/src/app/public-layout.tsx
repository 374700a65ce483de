import { createFileRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { loadMessages, useT } from '../i18n.ts'
import { keepInviteCode } from './invite-code.ts'
import { NoticeBar } from './layout/notice-bar.tsx'
import { PublicHeader } from './layout/public-header.tsx'
import styles from './layout/public.module.css'

export const Route = createFileRoute('/_public')({ beforeLoad: keepInviteCode, component: PublicLayout })

// Below the fold, so the first paint does not wait for it. A page without its footer is better than an error.
const PublicFooter = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [{ PublicFooter: Footer }] = await Promise.all([import('./layout/public-footer.tsx'), loadMessages('footer')])
    return { default: Footer }
  } catch {
    return { default: () => null }
  }
})

function PublicLayout() {
  const t = useT()
  return (
    <div className={styles['page']}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <NoticeBar />
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
