import { createFileRoute, Link } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './not-found-page.module.css'

export const Route = createFileRoute('/_public/404')({ component: NotFoundPage, staticData: { title: 'title.not_found' } })

function NotFoundPage() {
  const t = useT()
  return (
    <div className={styles['box']}>
      <p className={styles['figure']} aria-hidden>
        404
      </p>
      <h1>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <Link to="/" className={buttonClass('primary')}>
        {t('not_found.back')}
      </Link>
    </div>
  )
}
