import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { type CSSProperties, Suspense, useEffect } from 'react'
import { queryClient } from '../../api/query.ts'
import { followUnread } from '../../api/unread-messages.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { useStore } from '../../store.ts'
import { loadPageTexts, useT } from '../../i18n.ts'
import { ConfirmHost } from '../../ui/confirm.tsx'
import { ConfirmItHost } from '../confirm-it/host.tsx'
import { KeysHost } from '../keys/keys-host.tsx'
import { drawing } from '../refresh.ts'
import { themedPart } from '../library/themed-part.tsx'
import { isPlainPage } from '../library/plain-pages.ts'
import { settings, SIZES } from '../settings.ts'
import styles from './frame.module.css'
import { MemberBar } from './member-bar.tsx'
import { Navbar } from './navbar.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { onMobile, sidebarOpen } from './sidebar-state.ts'
import { UsingAccount } from '../using-account.tsx'
import { TagTabs } from './tag-tabs.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'

// Members have none.
const ConsoleBar = lazyPart(async () => (await import('./console/console-bar.tsx')).ConsoleBar)
const NoticePopups = lazyPart(async () => (await import('../notices/member-notices.tsx')).NoticePopups)

// Loaded when somebody is asked for the first time.
const ConfirmDialog = themedPart(async () => (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog)
const Library = lazyPart(async () => (await import('../library/themed.tsx')).Themed)

/** The frame around all pages that need a session. Like the member's home, it does without the component library. */
export function SignedInFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <ConfirmHost Dialog={ConfirmDialog} />
      <ConfirmItHost />
      <KeysHost />
    </QueryClientProvider>
  )
}

function Frame() {
  const t = useT()
  const { tagsView, fixedHeader, size } = useStore(settings)
  const isPlain = useMatches({ select: (matches) => isPlainPage(matches.at(-1)?.pathname) })
  const open = useStore(sidebarOpen)
  const count = useStore(drawing)
  const mobile = useStore(onMobile)
  const isMember = !isAdmin(useWho())
  // On a phone a member moves with the bar at the bottom; tabs and breadcrumb would only repeat it.
  const isBarAll = isMember && mobile
  const hasTabs = tagsView && !isBarAll
  useUnread(isMember)
  useEffect(getReady, [])
  return (
    <div className={styles['frame']} data-open={open || undefined} data-bar={mobile || undefined} style={scaled(size)}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <Sidebar />
      <div className={styles['body']}>
        <div className={styles['top']} data-fixed={fixedHeader || undefined} data-tabs={hasTabs || undefined}>
          <Navbar hasPlace={!isBarAll} />
          {hasTabs && <TagTabs />}
        </div>
        <main id="main" tabIndex={-1} className={styles['main']}>
          {isMember && (
            <Suspense>
              <NoticePopups />
            </Suspense>
          )}
          {isMember && <UsingAccount />}
          {isPlain ? (
            <Outlet key={count} />
          ) : (
            <Suspense fallback={<PageLoading />}>
              <Library>
                <Outlet key={count} />
              </Library>
            </Suspense>
          )}
        </main>
      </div>
      {mobile &&
        (isMember ? (
          <MemberBar />
        ) : (
          <Suspense>
            <ConsoleBar />
          </Suspense>
        ))}
      <SettingsPanel />
    </div>
  )
}

const scaled = (size: keyof typeof SIZES) => ({ '--mantine-scale': SIZES[size] }) as CSSProperties

/** The next page uses the component library. It is loaded once somebody reaches for a link or a button. */
function getReady(): () => void {
  const stop = new AbortController()
  const load = ({ target }: Event): void => {
    if (!(target instanceof Element && target.closest('a[href], button'))) return
    stop.abort()
    void Promise.all([import('../library/themed.tsx'), loadPageTexts('', 'member')]).catch(() => {})
  }
  for (const reach of ['pointerover', 'pointerdown', 'focusin']) addEventListener(reach, load, { passive: true, signal: stop.signal })
  return () => stop.abort()
}

/** Keeps the number of unread messages live on every page of a member. */
function useUnread(isMember: boolean): void {
  useEffect(() => {
    const left = new AbortController()
    if (isMember) void followUnread(left.signal)
    return () => left.abort()
  }, [isMember])
}
