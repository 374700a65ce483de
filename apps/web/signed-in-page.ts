import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES } from '../../packages/contract/src/translations.ts'

type Bundle = Rolldown.OutputBundle
/** Where the frame stands around a page without the component library. */
const HOME = '/dashboard'

/**
 * Writes `signed-in.html` beside `index.html`, for pages that need a session: it shows the frame of the page at once and asks for the
 * files and texts of the frame, and for what the page needs besides, before any script runs.
 */
export function signedInPage(): Plugin {
  return {
    name: 'signed-in-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('there is no index.html')
      const shell = readFileSync(new URL('shell.html', import.meta.url), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'signed-in.html', source: signedIn(String(index.source), shell, bundle) })
    },
  }
}

function signedIn(index: string, shell: string, bundle: Bundle): string {
  const links = index.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  const own = links.map((link) => sourceOf(bundle, /href="\/([^"]+)"/.exec(link)?.[1] ?? '')).join('')
  const frame = filesOf(bundle, chunkOf(bundle, 'src/app/signed-in-layout.tsx?'))
  const scripts = frame.filter((file) => file.endsWith('.js') && !index.includes(file))
  const styles = frame.filter((file) => file.endsWith('.css') && !index.includes(file))
  const library = filesOf(bundle, chunkOf(bundle, 'src/app/library/themed.tsx')).filter((file) => file.endsWith('.js'))
  const others = library.filter((file) => !frame.includes(file) && !index.includes(file))
  const home = [chunkOf(bundle, 'src/dashboard/dashboard-page.tsx?').fileName]
  const texts = (...areas: string[]) =>
    Object.fromEntries(
      LANGUAGES.map((language) => [language, areas.map((area) => chunkOf(bundle, `locales/${language}/${area}.ts`).fileName)]),
    )
  const ask = `const lang = document.documentElement.lang, isHome = location.pathname === '${HOME}'
for (const file of [
  ...${JSON.stringify(texts('site', 'frame'))}[lang],
  ...(isHome ? ${JSON.stringify(home)} : [...${JSON.stringify(others)}, ...${JSON.stringify(texts('member'))}[lang]]),
]) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '/' + file }))`
  const head = [
    `<style>${own}</style>`,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    // Only asked for: what loads the frame adds them, before the variables that the component library writes into the page.
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    `<script nonce="__NONCE__">{
${ask}
}</script>`,
  ]
  return (
    links
      .reduce((page, link) => page.replace(link, ''), index)
      .replace('</head>', () => `${head.join('\n')}\n</head>`)
      // After the shell, so that it does not wait for them. Scripts do.
      .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>\n${links.join('\n')}`)
  )
}

function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes(source) && !id.includes('index.html')),
  )
  if (found?.type !== 'chunk') throw new Error(`the build has no chunk for ${source}: has a file moved?`)
  return found
}

/** The chunk's scripts and styles, with those of all it imports. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const next = bundle[name]
    return next?.type === 'chunk' ? filesOf(bundle, next, seen) : []
  })
  return [...new Set([...imported, chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])]
}

function sourceOf(bundle: Bundle, name: string): string {
  const file = bundle[name]
  return file?.type === 'asset' ? String(file.source) : ''
}
