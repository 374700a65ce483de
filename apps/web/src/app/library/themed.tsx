import '@mantine/core/styles.layer.css'
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useStore } from '../../store.ts'
import { scheme, settings, SIZES, useTheme } from '../settings.ts'
import { cssVariables, mantineTheme } from './mantine-theme.ts'

// Mantine would ask its own storage first, and the page would be light for a moment.
const ownScheme: MantineColorSchemeManager = { get: () => scheme.get(), set: ignore, subscribe: ignore, unsubscribe: ignore, clear: ignore }

/** Around whatever uses the component library: it takes the user's colour, size and scheme. */
export function Themed({ children }: { children?: ReactNode }) {
  const { size } = useStore(settings)
  const theme = useTheme()
  const colorScheme = useStore(scheme)
  const mantine = useMemo(() => mantineTheme(theme, SIZES[size] ?? 1), [theme, size])
  return (
    <MantineProvider theme={mantine} forceColorScheme={colorScheme} colorSchemeManager={ownScheme} cssVariablesResolver={cssVariables}>
      {children}
    </MantineProvider>
  )
}

function ignore(): void {}
