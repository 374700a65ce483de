import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES, type Language } from '../../packages/contract/src/translations.ts'
import { nameOf } from './page-texts.ts'
import { consolePages, memberPages } from './src/app/routes.ts'

type Bundle = Rolldown.OutputBundle
/** Where the frame stands around a page without the component library. */
const HOME = '/dashboard'
const FRAME = 'src/app/signed-in-layout.tsx?'
const LIBRARY = 'src/app/library/themed.tsx'
const TEXTS = 'src/page-texts.ts'
const OF_HOME = 'src/app/notices/member-notices.tsx'
const OF_STAFF = ['src/app/guard/staff-guard.ts', 'src/app/layout/console/console-menu.ts', 'src/app/layout/console/console-groups.tsx']

/**
 * Writes `signed-in.html` beside `index.html`, for pages that need a session: it shows the frame of the page at once and asks for the
 * frame's files before any script runs. `page-files.json` has what each address loads besides; the server puts it in the place of a mark.
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
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(pageFiles(bundle)) })
    },
  }
}

function signedIn(index: string, shell: string, bundle: Bundle): string {
  const links = index.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  const own = links.map((link) => sourceOf(bundle, /href="\/([^"]+)"/.exec(link)?.[1] ?? '')).join('')
  return (
    links
      .reduce((page, link) => page.replace(link, ''), index)
      .replace('</head>', () => `<style>${own}</style>\n__PAGE_FILES__\n</head>`)
      // After the shell, so that it does not wait for them. Scripts do.
      .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>\n${links.join('\n')}`)
  )
}

/** The scripts, styles and texts that the first visit of each address loads, in each language. */
function pageFiles(bundle: Bundle): Record<string, Record<Language, string[]>> {
  const start = filesOf(bundle, chunkOf(bundle, 'src/app/main.tsx'))
  const ofStaff = new Set(consolePages)
  const entries = [...memberPages, ...consolePages].map((page) => {
    const { file, path } = page
    const isConsole = ofStaff.has(page)
    const parts = [FRAME, ...(path === HOME ? [OF_HOME] : [LIBRARY, TEXTS]), ...(isConsole ? OF_STAFF : [])].map((name) =>
      chunkOf(bundle, name),
    )
    // A page without code of its own, such as a redirect, has no chunk.
    const own = findChunk(bundle, `src/${file}?`)
    const files = [...new Set([...parts, ...(own ? [own] : [])].flatMap((chunk) => filesOf(bundle, chunk)))]
    const areas = ['site', 'frame', ...askedBy(file)].map((area) => `${area}.ts`)
    const said = path === HOME ? [] : ['frame', nameOf(path)].map((name) => `pages/LANGUAGE/${name}.json`)
    const texts = (language: Language): string[] =>
      [...areas.map((area) => `${language}/${area}`), ...said.map((name) => name.replace('LANGUAGE', language))].map(
        (name) => chunkOf(bundle, `locales/${name}`).fileName,
      )
    return [
      path,
      Object.fromEntries(LANGUAGES.map((language) => [language, [...files.filter((one) => !start.includes(one)), ...texts(language)]])),
    ]
  })
  return Object.fromEntries(entries)
}

/** The texts that the page's own loader asks for. */
function askedBy(file: string): string[] {
  const source = readFileSync(new URL(`src/${file}`, import.meta.url), 'utf8')
  return [...source.matchAll(/loadMessages\('([\w-]+)'\)/g)].flatMap(([, area]) => area ?? [])
}

function chunkOf(bundle: Bundle, source: string): Rolldown.OutputChunk {
  const found = findChunk(bundle, source)
  if (!found) throw new Error(`the build has no chunk for ${source}: has a file moved?`)
  return found
}

function findChunk(bundle: Bundle, source: string): Rolldown.OutputChunk | undefined {
  return Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === 'chunk' && file.moduleIds.some((id) => id.includes(source) && !id.includes('index.html')),
  )
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
