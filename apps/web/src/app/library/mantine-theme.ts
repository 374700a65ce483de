import { createTheme, type CSSVariablesResolver, type MantineThemeOverride, rem } from '@mantine/core'
import { shades } from '@portico/contract/shades'
import styles from './mantine.module.css'

// Mantine's own greys look brownish beside our dark blue.
const night = ['#e9edf9', '#c6cee4', '#a0acca', '#7886ad', '#2c3859', '#26325a', '#1a2440', '#11182b', '#0d1425', '#0a101f'] as const

const FLOATS = { background: 'var(--float)' }

/** Mantine in the user's colour and size. Filled components use a shade on which white text is readable. */
export function mantineTheme(color: string, scale: number): MantineThemeOverride {
  return createTheme({
    scale,
    colors: { brand: shades(color), dark: night },
    primaryColor: 'brand',
    primaryShade: 7,
    fontFamily: 'var(--font)',
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
    radius: { xs: rem(6), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
    shadows: { md: 'var(--shadow-2)' },
    headings: { fontFamily: 'var(--font)', fontWeight: '600' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    components: {
      ActionIcon: { defaultProps: { radius: 'md' } },
      // Mantine would set them two pixels below the field's own size.
      InputWrapper: {
        // The hint stands below, so that fields side by side stay on one line.
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
        classNames: { label: styles['label'] },
        styles: { description: { fontSize: rem(12), lineHeight: 1.5 }, error: { fontSize: rem(12) } },
      },
      Input: { classNames: { wrapper: styles['field'] } },
      Switch: { styles: { description: { fontSize: rem(12) } } },
      Checkbox: { defaultProps: { radius: 4 }, classNames: { input: styles['checkbox'] } },
      // As large as a finger needs.
      Radio: { classNames: { radio: styles['radio'] }, vars: () => ({ root: { '--radio-size': '24px' } }) },
      Combobox: { defaultProps: { shadow: 'md' } },
      // The placeholder for the first focus is no child that a menu may have.
      Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
      Popover: { defaultProps: { shadow: 'md' } },
      Button: { classNames: { root: styles['button'] }, styles: { label: { fontWeight: 500 } } },
      Drawer: {
        defaultProps: {
          position: 'right',
          transitionProps: { duration: 180 },
          overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
        },
        styles: { title: { fontSize: 20, fontWeight: 600 }, content: FLOATS, header: FLOATS },
      },
      Modal: {
        defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 160 } },
        styles: { title: { fontSize: 16, fontWeight: 600 }, content: FLOATS, header: FLOATS },
      },
      // On a phone the tabs are one line that scrolls.
      Tabs: {
        styles: { list: { flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden', scrollbarWidth: 'none' }, tab: { flex: 'none' } },
      },
      // The chosen part lies above the others.
      SegmentedControl: {
        defaultProps: { withItemsBorders: false },
        vars: () => ({ root: { '--sc-color': 'var(--raised)', '--sc-label-color': 'var(--text)' } }),
        styles: {
          root: { background: 'var(--sunken)', boxShadow: 'inset 0 0 0 1px var(--line)' },
          indicator: { boxShadow: 'var(--lifted)' },
        },
      },
      Tooltip: { defaultProps: { openDelay: 300, color: 'var(--ink)' } },
    },
  })
}

const shared = {
  '--mantine-color-body': 'var(--sheet)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--bad-text)',
  '--mantine-color-anchor': 'var(--link)',
}

/** Mantine's variables in terms of the site's tokens, the same in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
