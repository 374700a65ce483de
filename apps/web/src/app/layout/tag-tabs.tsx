import { IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react'
import { useLocation, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { iconButton } from '../../ui/plain/icon-button.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { Menu, MenuItem } from '../../ui/plain/menu.tsx'
import { useStore } from '../../store.ts'
import { closeAllTabs, closeOtherTabs, closeTab, tabs, visit } from '../tabs.ts'
import styles from './tag-tabs.module.css'

/** Tabs for the pages visited so far. */
export function TagTabs() {
  const t = useT()
  const all = useStore(tabs)
  const router = useRouter()
  const go = (to: string): void => void router.navigate({ href: to })
  const { pathname, href } = useLocation()
  const arrived = useRouterState({ select: (state) => state.resolvedLocation?.href === state.location.href })
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // During navigation the address is already the next page's, but the title is still the last one's.
    if (title && arrived) visit({ path: pathname, href, title })
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, href, title, arrived])

  useEffect(() => {
    const strip = bar.current
    if (!strip) return
    // React's own listener cannot keep the page from scrolling.
    const turn = (event: WheelEvent): void => scrollSideways(strip, event)
    strip.addEventListener('wheel', turn, { passive: false })
    return () => strip.removeEventListener('wheel', turn)
  }, [])

  const close = (path: string): void => {
    const next = closeTab(path)
    if (path === pathname) go(next?.href ?? '/dashboard')
  }
  return (
    <nav className={styles['bar']} data-alone={all.length < 2 || undefined} aria-label={t('tabs.label')}>
      <div ref={bar} className={styles['tabs']}>
        {all.map((tab) => (
          <span key={tab.path} className={styles['tab']} data-current={tab.path === pathname || undefined}>
            <PathLink to={tab.href} aria-current={tab.path === pathname ? 'page' : undefined}>
              {tab.name || t(tab.title)}
            </PathLink>
            <button
              type="button"
              className={iconButton}
              data-tiny
              aria-label={`${t('tabs.close')} ${tab.name || t(tab.title)}`}
              onClick={() => close(tab.path)}
            >
              <PlainIcon name="close" size={13} />
            </button>
          </span>
        ))}
      </div>
      <Menu label={t('tabs.actions')} face={<IconChevronDown size={18} />} className={iconButton} isSmall width={180}>
        <MenuItem icon={<IconRefresh size={16} />} onClick={() => go(`/redirect${href}`)}>
          {t('tabs.refresh')}
        </MenuItem>
        <MenuItem icon={<IconX size={16} />} onClick={() => close(pathname)}>
          {t('tabs.close')}
        </MenuItem>
        <MenuItem onClick={() => closeOtherTabs(pathname)}>{t('tabs.close_others')}</MenuItem>
        <MenuItem
          onClick={() => {
            closeAllTabs()
            go('/dashboard')
          }}
        >
          {t('tabs.close_all')}
        </MenuItem>
      </Menu>
    </nav>
  )
}

const LINE = 16

/** Turns a wheel into sideways scrolling, if the strip is longer than fits; touchpads do so themselves. */
function scrollSideways(strip: HTMLElement, event: WheelEvent): void {
  if (event.ctrlKey || event.deltaX !== 0 || strip.scrollWidth <= strip.clientWidth) return
  event.preventDefault()
  strip.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1)
}
