import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { followUnread } from '../../api/unread-messages.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { useStore } from '../../store.ts'
import { useT } from '../../i18n.ts'
import { ConfirmHost } from '../../ui/confirm.tsx'
import { ConfirmItHost } from '../confirm-it/host.tsx'
import { KeysHost } from '../keys/keys-host.tsx'
import { drawing } from '../refresh.ts'
import { scheme, settings, SIZES } from '../settings.ts'
import styles from './frame.module.css'
import { cssVariables, mantineTheme } from './mantine-theme.ts'
import { MemberBar } from './member-bar.tsx'
import { Navbar } from './navbar.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { onMobile, sidebarOpen } from './sidebar-state.ts'
import { TagTabs } from './tag-tabs.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

const MemberNotices = lazyPart(async () => ({ default: (await import('../notices/member-notices.tsx')).MemberNotices }))

/** The frame around all pages that need a session. */
export function SignedInFrame() {
  const { theme, size } = useStore(settings)
  const colorScheme = useStore(scheme)
  const mantine = useMemo(() => mantineTheme(theme, SIZES[size] ?? 1), [theme, size])
  return (
    <MantineProvider theme={mantine} forceColorScheme={colorScheme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queryClient}>
        <Frame />
        <ConfirmHost />
        <ConfirmItHost />
        <KeysHost />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Frame() {
  const t = useT()
  const { tagsView, fixedHeader } = useStore(settings)
  const open = useStore(sidebarOpen)
  const count = useStore(drawing)
  const mobile = useStore(onMobile)
  // On a phone a member moves with the bar at the bottom; tabs would only repeat it.
  const isMember = !isAdmin(useWho())
  const hasBar = isMember && mobile
  const hasTabs = tagsView && !hasBar
  useUnread(isMember)
  return (
    <div className={styles['frame']} data-open={open || undefined} data-bar={hasBar || undefined}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <Sidebar />
      <div className={styles['body']}>
        <div className={styles['top']} data-fixed={fixedHeader || undefined} data-tabs={hasTabs || undefined}>
          <Navbar hasPlace={!hasBar} />
          {hasTabs && <TagTabs />}
        </div>
        <main id="main" tabIndex={-1} className={styles['main']}>
          {isMember && (
            <Suspense>
              <MemberNotices />
            </Suspense>
          )}
          <Outlet key={count} />
        </main>
      </div>
      {hasBar && <MemberBar />}
      <SettingsPanel />
    </div>
  )
}

/** Keeps the number of unread messages live on every page of a member. */
function useUnread(isMember: boolean): void {
  useEffect(() => {
    const left = new AbortController()
    if (isMember) void followUnread(left.signal)
    return () => left.abort()
  }, [isMember])
}
