import { Link } from '@tanstack/react-router'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import styles from './public.module.css'

const year = new Date().getFullYear()

/** What stands below every public page. Only places that exist are linked. */
export function PublicFooter() {
  const t = useT()
  const site = useSite()
  return (
    <footer className={styles['footer']}>
      <div className={styles['footer-inner']}>
        <span>
          © {year} {site?.webtitle}
        </span>
        <nav aria-label={t('nav.footer')}>
          <Link to="/index">{t('nav.home')}</Link>
          <Link to="/price">{t('nav.price')}</Link>
          <Link to="/discount">{t('nav.discount')}</Link>
          <Link to="/service">{t('nav.service')}</Link>
          {site?.email && <a href={`mailto:${site.email}`}>{t('nav.contact')}</a>}
        </nav>
      </div>
    </footer>
  )
}
