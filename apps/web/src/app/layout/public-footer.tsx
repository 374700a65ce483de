import { Link } from '@tanstack/react-router'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import styles from './public.module.css'

const year = new Date().getFullYear()

/** The footer of public pages. It links only to pages that exist. */
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
