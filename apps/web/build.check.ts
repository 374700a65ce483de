import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { filesOf } from './chunks.ts'
import { consolePages, memberPages, publicPages } from './src/app/routes.ts'

const LANGUAGES = ['en', 'zh-CN']
/** The gzipped JavaScript of a first visit, in KB. */
const LIMITS = { login: 126, home: 178 }
/** The scripts that a page loads before it is drawn. */
const MOST_FILES = 15
const dist = new URL('./dist/', import.meta.url)

interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>
type Visit = { chunks: { chunk: Chunk; text: string }[]; bytes: number }

/** Checks what the built pages load, and that the login page has nothing of the console. Null: no build. */
function checkBuild(): { lines: string[]; faults: string[] } | null {
  const path = new URL('.vite/manifest.json', dist)
  if (!existsSync(path)) return null
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const login = largest(manifest, 'accounts/login-page.tsx', publicVisit)
  const home = largest(manifest, 'dashboard/dashboard-page.tsx', homeVisit)
  const atRest = largest(manifest, 'dashboard/dashboard-page.tsx', homeAtRest)
  const pages = [
    ...filesOf(publicPages).map((page) => [page, largest(manifest, page, publicVisit)] as const),
    ...filesOf(memberPages).map((page) => [page, largest(manifest, page, memberVisit)] as const),
    ...filesOf(consolePages).map((page) => [page, largest(manifest, page, consoleVisit)] as const),
  ]
  const faults = login.chunks.flatMap(({ chunk, text }) => consoleCode(chunk, text))
  for (const [name, visit, limit] of [['login page', login, LIMITS.login] as const, ['member’s home', home, LIMITS.home] as const]) {
    if (visit.bytes > limit * 1024) faults.push(`the ${name} loads ${kb(visit.bytes)} of JavaScript (gzip), more than ${limit} KB`)
  }
  for (const [page, { chunks }] of pages)
    if (chunks.length > MOST_FILES) faults.push(`${page} loads ${chunks.length} scripts, more than ${MOST_FILES}`)
  const library = largest(manifest, 'site/home-page.tsx', publicAtRest)
    .chunks.flatMap(({ chunk }) => chunk.css ?? [])
    .filter(isLibrary)
  if (library.length > 0) faults.push(`public pages load the styles of the component library: ${library.join(' ')}`)
  const lines = [
    `login page: ${kb(login.bytes)} of ${LIMITS.login} KB JavaScript (gzip) in ${login.chunks.length} files`,
    `member’s home: ${kb(home.bytes)} of ${LIMITS.home} KB in ${home.chunks.length} files; with what follows once it is drawn, ${kb(atRest.bytes)} in ${atRest.chunks.length}`,
    `every page: at most ${Math.max(...pages.map(([, { chunks }]) => chunks.length))} files`,
  ]
  return { lines, faults }
}

// Texts, and files of shared code (`chunks.ts`) that nothing imports at first.
const publicVisit = (language: string): string[] => ['src/app/public-layout.tsx', ...texts(language, 'site')]
/** What a public page has loaded once nothing more is asked for. */
const publicAtRest = (language: string): string[] => [
  ...publicVisit(language),
  'src/app/after-start.ts',
  'src/app/layout/public-footer.tsx',
  'src/app/layout/public-menu.tsx',
]
const homeVisit = (language: string): string[] => ['home', ...texts(language, 'site', 'frame')]
const memberVisit = (language: string): string[] => [...homeVisit(language), 'member', ...texts(language, 'member')]
const consoleVisit = (language: string): string[] => [...memberVisit(language), 'console', ...texts(language, 'console')]
/** What the member's home has loaded once nothing more is asked for: what looks after the page, and what the next page needs. */
const homeAtRest = (language: string): string[] => [...memberVisit(language), ...texts(language, 'reading'), 'src/app/after-start.ts']

function texts(language: string, ...areas: string[]): string[] {
  return areas.map((area) => `src/locales/${language}/${area}.ts`)
}

/** A visit loads only one language. The larger one counts. */
function largest(manifest: Manifest, page: string, visit: (language: string) => string[]): Visit {
  const source = readFileSync(new URL(`src/${page}`, import.meta.url), 'utf8')
  // The texts that the page's own loader asks for.
  const own = [...source.matchAll(/loadMessages\('([\w-]+)'\)/g)].flatMap(([, area]) => area ?? [])
  const visits = LANGUAGES.map((language) => measure(manifest, [...visit(language), ...texts(language, ...own), `src/${page}`]))
  return visits.toSorted((a, b) => b.bytes - a.bytes)[0] ?? { chunks: [], bytes: 0 }
}

function measure(manifest: Manifest, wanted: string[]): Visit {
  const keys = Object.keys(manifest)
  const found = wanted.map((name) => keys.filter((key) => key.startsWith(name) || (key.startsWith('_') && manifest[key]?.name === name)))
  // A page without code of its own, such as a redirect, has no chunk.
  const missing = wanted.filter((name, i) => found[i]?.length === 0 && !name.endsWith('-page.tsx'))
  if (missing.length > 0) throw new Error(`the build has no chunk for ${missing.join(', ')}: has a file moved?`)
  const visited = [...reachable(manifest, [...keys.filter((key) => manifest[key]?.isEntry), ...found.flat()])].flatMap(
    (key) => manifest[key] ?? [],
  )
  const chunks = visited
    .filter(({ file }) => file.endsWith('.js'))
    .map((chunk) => ({ chunk, text: readFileSync(new URL(chunk.file, dist), 'utf8') }))
  return { bytes: chunks.reduce((sum, { text }) => sum + sizeOf(text), 0), chunks }
}

const sizes = new Map<string, number>()

function sizeOf(text: string): number {
  const size = sizes.get(text) ?? gzipSync(text, { level: 9 }).length
  sizes.set(text, size)
  return size
}

function reachable(manifest: Manifest, from: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of from) visit(key)
  return seen
}

// The route tree names the console's pages for everybody; any other of its addresses is a call.
const named = new Set(consolePages.map(({ path }) => path))

function consoleCode({ file, name = '', src = '' }: Chunk, text: string): string[] {
  const faults = /admin|console/.test(`${file} ${name} ${src}`) ? [`${file} belongs to the console`] : []
  const addresses = [...text.matchAll(/["'`](\/admin\/[^"'`]+)["'`]/g)].map(([, address = '']) => address)
  const calls = new Set(addresses.filter((address) => !named.has(address)))
  return calls.size > 0 ? [...faults, `${file} holds calls of the console: ${[...calls].join(' ')}`] : faults
}

const isLibrary = (sheet: string): boolean => readFileSync(new URL(sheet, dist), 'utf8').includes('@layer mantine{')

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkBuild()
  if (findings) {
    for (const line of findings.lines) process.stdout.write(`${line}\n`)
    for (const fault of findings.faults) process.stderr.write(`build: ${fault}\n`)
    process.exitCode = findings.faults.length > 0 ? 1 : 0
  } else {
    process.stdout.write('build: skipped, nothing is built yet (npm run build)\n')
  }
}
