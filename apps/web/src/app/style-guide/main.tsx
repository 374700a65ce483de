import '../tokens.css'
import '../base.css'
import '../../ui/text.css'
import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadMessages } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { cssVariables, mantineTheme } from '../library/mantine-theme.ts'
import { followSettings, scheme, useTheme } from '../settings.ts'
import { Components } from './components.tsx'
import { Tokens } from './tokens.tsx'
import styles from './style-guide.module.css'

/** Every token and component on one page: `npm run dev`, then /style.html. It is not part of the build. */
function StyleGuide() {
  const colorScheme = useStore(scheme)
  const theme = useTheme()
  return (
    <MantineProvider theme={mantineTheme(theme, 1)} forceColorScheme={colorScheme} cssVariablesResolver={cssVariables}>
      <main className={styles['page']}>
        <Tokens />
        <Components />
      </main>
      <Toasts />
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (root) {
  followSettings()
  await Promise.all([loadMessages('site'), loadMessages('frame'), loadMessages('member'), loadMessages('console')])
  createRoot(root).render(
    <StrictMode>
      <StyleGuide />
    </StrictMode>,
  )
}
