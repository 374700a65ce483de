import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { queryClient } from '../../api/query.ts'
import { useStore } from '../../store.ts'
import { useT } from '../../i18n.ts'
import { ConfirmHost } from '../../ui/confirm.tsx'
import { drawing } from '../refresh.ts'
import { scheme, settings, SIZES } from '../settings.ts'
import styles from './frame.module.css'
import { cssVariables, mantineTheme } from './mantine-theme.ts'
import { Navbar } from './navbar.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { sidebarOpen } from './sidebar-state.ts'
import { TagTabs } from './tag-tabs.tsx'

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
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Frame() {
  const t = useT()
  const { tagsView, fixedHeader } = useStore(settings)
  const open = useStore(sidebarOpen)
  const count = useStore(drawing)
  return (
    <div className={styles['frame']} data-open={open || undefined}>
      <a className={styles['skip']} href="#main">
        {t('action.skip_to_content')}
      </a>
      <Sidebar />
      <div className={styles['body']}>
        <div className={styles['top']} data-fixed={fixedHeader || undefined} data-tabs={tagsView || undefined}>
          <Navbar />
          {tagsView && <TagTabs />}
        </div>
        <main id="main" tabIndex={-1} className={styles['main']}>
          <Outlet key={count} />
        </main>
      </div>
      <SettingsPanel />
    </div>
  )
}
