import { DEFAULT_COLOUR } from '@portico/contract/shades'
import * as z from 'zod/mini'
import { brandNow, useBrand } from '../api/brand.ts'
import { site } from '../api/site.ts'
import { createStore, useStore } from '../store.ts'
import { paint } from './theme.ts'

/** Colours that people can choose in place of the site's. */
export const THEMES = ['#3B5BDB', '#7048E8', '#C2255C', '#E8590C', '#2F9E44', '#0C8599', '#495057'] as const
/** How much each size of the text scales a page. */
export const SIZES = { small: 0.9, medium: 1, large: 1.1 } as const

const KEY = 'portico.settings'
/** Milliseconds without transitions; longer than a frame on large pages. */
const SWITCH_MS = 100
/**
 * Settings in this device's storage. A value that an older version or another hand wrote must not break the page: it becomes the default.
 */
const Settings = z.object({
  scheme: z.catch(z.enum(['auto', 'light', 'dark']), 'auto'),
  theme: z.catch(z.nullable(z.enum(THEMES)), null),
  size: z.catch(z.enum(['small', 'medium', 'large'] satisfies (keyof typeof SIZES)[]), 'medium'),
  tagsView: z.catch(z.boolean(), true),
  fixedHeader: z.catch(z.boolean(), true),
  sidebarLogo: z.catch(z.boolean(), true),
  supportPinyinSearch: z.catch(z.boolean(), true),
})
export type Settings = z.infer<typeof Settings>

/** The appearance settings, which are kept on this device. */
export const settings = createStore(stored())
export const scheme = createStore<'light' | 'dark'>('light')

/** This person's colour, else the site's. */
export function useTheme(): string {
  const { theme } = useStore(settings)
  const { colour } = useBrand()
  return theme ?? colour
}

export function changeSettings(change: Partial<Settings>): void {
  settings.set((now) => ({ ...now, ...change }))
  localStorage.setItem(KEY, JSON.stringify(settings.get()))
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Applies the colours now, and again whenever the settings or the system's scheme change. */
export function followSettings(): void {
  // As `tokens.css` has it.
  let painted: string = DEFAULT_COLOUR
  const follow = (): void => {
    const { scheme: chosen, theme } = settings.get()
    const next = chosen === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : chosen
    const { dataset } = document.documentElement
    if (dataset['mantineColorScheme'] !== next) holdTransitions(dataset)
    dataset['mantineColorScheme'] = next
    scheme.set(next)
    const colour = theme ?? brandNow().colour
    if (colour !== painted) paint((painted = colour))
  }
  follow()
  settings.subscribe(follow)
  site.subscribe(follow)
  prefersDark.addEventListener('change', follow)
}

/** Stops transitions for a moment: dark text on an already dark ground cannot be read. */
function holdTransitions(dataset: DOMStringMap): void {
  dataset['switching'] = ''
  setTimeout(() => delete dataset['switching'], SWITCH_MS)
}

function stored(): Settings {
  try {
    return Settings.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return Settings.parse({})
  }
}
