import { type Mock, vi } from 'vitest'

export type FakeBrowser = {
  cookies: Map<string, string>
  /** What `document.cookie` was set to, with its attributes. */
  written: string[]
  location: { pathname: string; search: string; protocol: string; assign: Mock<(url: string) => void> }
  /** Makes the window narrower or wider than a media query asks for. */
  resize: (matches: boolean) => void
}

/** As much of a browser as the app's rules need. It must stand before a file of the app is imported. */
export function fakeBrowser(path = '/', language = 'en-GB'): FakeBrowser {
  const cookies = new Map<string, string>()
  const written: string[] = []
  const watchers = new Set<() => void>()
  const media = { matches: false, addEventListener: (_: string, listener: () => void) => watchers.add(listener) }
  const location = { pathname: path, search: '', protocol: 'http:', assign: vi.fn<(url: string) => void>() }
  vi.stubGlobal('document', {
    title: '',
    // As the server writes it.
    documentElement: { lang: language.startsWith('zh') ? 'zh-CN' : 'en', dataset: {}, style: { setProperty() {} } },
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [name = '', value = ''] = text.split('; ')[0]!.split('=')
      if (text.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  vi.stubGlobal('location', location)
  vi.stubGlobal('navigator', { language })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('matchMedia', () => media)
  const resize = (matches: boolean): void => {
    media.matches = matches
    for (const watcher of watchers) watcher()
  }
  return { cookies, written, location, resize }
}

function storage() {
  const values = new Map<string, string>()
  return { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => void values.set(key, value) }
}
