import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core'
import { shades } from '../theme.ts'

// Mantine's own greys look brownish beside our dark blue.
const night = ['#e8edf6', '#c3ccdb', '#a3afc4', '#6b7890', '#3a455c', '#2a3347', '#1d2536', '#171e2d', '#121826', '#0f1420'] as const

/** Mantine in the user's colour and size. Filled components use a shade on which white text is readable. */
export function mantineTheme(color: string, scale: number): MantineThemeOverride {
  return createTheme({
    scale,
    colors: { brand: shades(color), dark: night },
    primaryColor: 'brand',
    primaryShade: 7,
    fontFamily: 'var(--font)',
    headings: { fontFamily: 'var(--font)', fontWeight: '650' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    components: {
      Drawer: {
        defaultProps: { position: 'right', overlayProps: { backgroundOpacity: 0.4 } },
        styles: { title: { fontSize: 18, fontWeight: 650 } },
      },
      Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
      Tooltip: { defaultProps: { openDelay: 300 } },
    },
  })
}

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--link)',
}

/** Both colour schemes use the same variables. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
