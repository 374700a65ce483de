import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { NoticeBar } from './layout/notice-bar.tsx'
import { PublicFooter } from './layout/public-footer.tsx'
import { PublicHeader } from './layout/public-header.tsx'
import styles from './layout/public.module.css'

export const Route = createFileRoute('/_public')({ component: PublicLayout })

function PublicLayout() {
  const t = useT()
  return (
    <div className={styles['page']}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <PublicHeader />
      <NoticeBar />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}
