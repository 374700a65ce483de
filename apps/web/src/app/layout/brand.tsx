import { Link } from '@tanstack/react-router'
import { useBrand } from '../../api/brand.ts'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import styles from './brand.module.css'

/** The operator's logo, or an arch in their colour, and the site's title. Always links to the home page. */
export function Brand({ fallback, compact = false }: { fallback?: string; compact?: boolean }) {
  const t = useT()
  const { logo } = useBrand()
  const title = useSite()?.webtitle || fallback || ''
  return (
    <Link to="/index" className={styles['brand']} aria-label={title ? undefined : t('nav.home')}>
      {logo ? (
        <img src={logo} width="32" height="32" alt="" />
      ) : (
        <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden>
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <path
            d="M8 24V14a8 8 0 0 1 16 0v10M13 24V14a3 3 0 0 1 6 0v10"
            fill="none"
            stroke="#fff"
            strokeWidth="2.6"
            strokeLinecap="round"
          />
        </svg>
      )}
      <span className={compact ? 'visually-hidden' : styles['title']}>{title}</span>
    </Link>
  )
}
