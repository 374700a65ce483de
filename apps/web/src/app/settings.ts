import { createStore } from '../store.ts'
import { paint } from './theme.ts'

export const DEFAULT_THEME = '#409EFF'
export const THEMES = [DEFAULT_THEME, '#3B5BDB', '#7048E8', '#C2255C', '#E8590C', '#2F9E44', '#0C8599', '#495057'] as const
/** The scale of each size. */
export const SIZES = { small: 0.9, medium: 1, large: 1.1 } as const

export interface Settings {
  scheme: 'auto' | 'light' | 'dark'
  theme: string
  size: keyof typeof SIZES
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  supportPinyinSearch: boolean
}

const KEY = 'portico.settings'
const defaults: Settings = {
  scheme: 'auto',
  theme: DEFAULT_THEME,
  size: 'medium',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  supportPinyinSearch: true,
}

/** The appearance settings, which are kept on this device. */
export const settings = createStore<Settings>({ ...defaults, ...stored() })
export const scheme = createStore<'light' | 'dark'>('light')

export function changeSettings(change: Partial<Settings>): void {
  settings.set((now) => ({ ...now, ...change }))
  localStorage.setItem(KEY, JSON.stringify(settings.get()))
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Applies the colours now, and again whenever the settings or the system's scheme change. */
export function followSettings(): void {
  const follow = (): void => {
    const { scheme: chosen, theme } = settings.get()
    const next = chosen === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : chosen
    document.documentElement.dataset['mantineColorScheme'] = next
    scheme.set(next)
    paint(theme)
  }
  follow()
  settings.subscribe(follow)
  prefersDark.addEventListener('change', follow)
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}
