import { createFileRoute, Link } from '@tanstack/react-router'
import { loadMessages, useT } from '../i18n.ts'
import { Drawing } from '../ui/stone/drawing.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './not-found-page.module.css'

export const Route = createFileRoute('/_public/404')({
  loader: () => loadMessages('home'),
  component: NotFoundPage,
  staticData: { title: 'title.not_found' },
})

function NotFoundPage() {
  const t = useT()
  return (
    <div className={`${styles['box']} wrap`}>
      <Drawing name="search" />
      <h1>{t('not_found.title')}</h1>
      <p>{t('not_found.text')}</p>
      <Link to="/index" className={buttonClass('primary', 'large')}>
        {t('not_found.back')}
      </Link>
    </div>
  )
}
