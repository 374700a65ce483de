import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { readToken } from '../../api/session.ts'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './public.module.css'
import { SchemeSwitch } from './scheme-switch.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { useIsLive } from '../../ui/use-device.ts'

// Out of sight, so the first paint does not wait for it.
const SideMenu = lazyPart(async () => (await import('./public-menu.tsx')).SideMenu)
/** The header becomes sticky once this many pixels are scrolled. */
const STICKY_AFTER = 290

/** The header of public pages. Below 900 px its entries move into a slide-in menu. */
export function PublicHeader() {
  const t = useT()
  const { pathname } = useLocation()
  const isLive = useIsLive()
  const [open, setOpen] = useState(false)
  const [sticky, setSticky] = useState(false)

  useEffect(() => {
    const follow = (): void => setSticky(scrollY >= STICKY_AFTER)
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  useEffect(() => setOpen(false), [pathname])

  return (
    <div className={`${styles['header-space']} deep`}>
      <header className={`${styles['header']} ${sticky ? styles['sticky'] : ''} deep on-ink`}>
        <div className={`${styles['bar']} wrap`}>
          <button
            type="button"
            className={`${buttonClass('quiet')} ${styles['narrow-only']}`}
            aria-label={t('nav.open_menu')}
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <PlainIcon name="menu" size={22} />
          </button>
          <Brand />
          <nav className={styles['wide-only']} aria-label={t('nav.main')}>
            <Entries />
          </nav>
          <div className={styles['tools']}>
            <span className={styles['wide-only']}>
              <SchemeSwitch />
            </span>
            <LanguageSwitch />
            <Doors />
          </div>
        </div>
      </header>
      {isLive && (
        <Suspense>
          <SideMenu open={open} entries={<Entries />} doors={<Doors />} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The items as the server wrote them into the page, so that nothing moves when the site's values arrive. */
const written = [...new URLSearchParams(document.documentElement.dataset['header'])].map(([to, label]) => ({ to, label }))

const WITH_PRICES = new Set(['/grammaly', '/price'])
/** Members see prices where they can buy, with what their own plan makes of them. */
const maySeeOwn = (): boolean => readToken() !== null

/** The items that the operator chose for the header. */
function Entries() {
  // A link to another site is an ordinary one.
  return (useSite()?.header ?? written).map(({ to, label }) => (
    <Link
      key={to}
      to={WITH_PRICES.has(to) && maySeeOwn() ? '/user/plans' : to}
      activeProps={{ className: styles['current'], 'aria-current': 'page' }}
    >
      {label}
    </Link>
  ))
}

/** Login and registration, if it is open and not this page, or the member centre and logout for a signed-in user. */
function Doors() {
  const t = useT()
  const router = useRouter()
  const isHere = useLocation().pathname === '/register'
  const isClosed = useSite()?.registration_open === false
  if (readToken()) {
    const leave = async (): Promise<void> => (await import('../log-out.ts')).logOut(router)
    return (
      <>
        <Link to="/user/center" className={buttonClass('primary')}>
          {t('nav.member_center')}
        </Link>
        <button type="button" className={`${buttonClass('quiet')} ${styles['wide-only']}`} onClick={() => void leave()}>
          {t('nav.log_out')}
        </button>
      </>
    )
  }
  if (isClosed || isHere) {
    return (
      <Link to="/login" className={buttonClass('primary')}>
        {t('nav.log_in')}
      </Link>
    )
  }
  return (
    <>
      <Link to="/login" className={`${buttonClass('quiet')} ${styles['wide-only']}`}>
        {t('nav.log_in')}
      </Link>
      <Link to="/register" className={buttonClass('primary')}>
        {t('nav.register')}
      </Link>
    </>
  )
}
