import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { filesOf } from './chunks.ts'
import { consolePages, publicPages } from './src/app/routes.ts'

const LANGUAGES = ['en', 'zh-CN']
/** The gzipped JavaScript of a first visit, in KB. `login`: within the app, where a session ends; opened by its address, the server draws it. */
const LIMITS = { login: 129 }
/** The JavaScript of a page that the server draws, in KB as it is sent, with what follows once it works. */
const DRAWN_LIMIT = 52
/** Loaded once the page works: error reports, the connection bar, and the menu on phones. */
const AFTERWARDS = ['src/app/after-start.ts', 'src/app/layout/public-menu.tsx']
/** The JavaScript of pages that need a session, in KB as it is sent (brotli), with what follows once the page is drawn. */
const SENT = { '/dashboard': 150, '/user/plans': 166 }
/** Of the pages of the console. The editor and the settings hold more: what one writes with, and what all settings are called. */
const CONSOLE_LIMIT = 250
const LARGER: Record<string, number> = { '/admin/content/contentcreate': 396, '/admin/setting': 262 }
/** The scripts that a page loads before it is drawn. Those of pages that need a session are all asked for at once. */
const MOST_FILES = { public: 22, signedIn: 53 }
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
  const pages = filesOf(publicPages).map((page) => [page, largest(manifest, page, publicVisit)] as const)
  const signedIn = Object.entries(
    JSON.parse(readFileSync(new URL('page-files.json', dist), 'utf8')) as Record<string, Record<string, string[]>>,
  )
  const faults = login.chunks.flatMap(({ chunk, text }) => consoleCode(chunk, text))
  if (login.bytes > LIMITS.login * 1024)
    faults.push(`the login page loads ${kb(login.bytes)} of JavaScript (gzip), more than ${LIMITS.login} KB`)
  for (const [page, { chunks }] of pages)
    if (chunks.length > MOST_FILES.public) faults.push(`${page} loads ${chunks.length} scripts, more than ${MOST_FILES.public}`)
  const start = measure(manifest, ['src/app/after-start.ts']).chunks.map(({ chunk }) => chunk.file)
  const sent = signedIn.map(
    ([path, files]) => [path, LANGUAGES.map((language) => scriptsOf([...start, ...(files[language] ?? [])]))] as const,
  )
  for (const [path, scripts] of sent) {
    const most = Math.max(...scripts.map(({ length }) => length))
    if (most > MOST_FILES.signedIn) faults.push(`${path} loads ${most} scripts, more than ${MOST_FILES.signedIn}`)
  }
  const limits = { ...SENT, ...Object.fromEntries(consolePages.map(({ path }) => [path, LARGER[path] ?? CONSOLE_LIMIT])) }
  const loaded = Object.entries(limits).map(([path, limit]) => {
    const scripts = sent.find(([name]) => name === path)?.[1]
    if (!scripts) throw new Error(`the build has no page at ${path}`)
    const bytes = Math.max(...scripts.map((files) => files.reduce((sum, file) => sum + sentSize(file), 0)))
    if (bytes > limit * 1024) faults.push(`${path} loads ${kb(bytes)} of JavaScript (brotli), more than ${limit} KB`)
    return { path, bytes, limit }
  })
  const largestPage = loaded.filter(({ limit }) => limit === CONSOLE_LIMIT).toSorted((a, b) => b.bytes - a.bytes)[0]
  const sizes = loaded
    .filter(({ path, limit }) => limit !== CONSOLE_LIMIT || path === largestPage?.path)
    .map(({ path, bytes, limit }) => `${path}: ${kb(bytes)} of ${limit} KB JavaScript (brotli)`)
  const library = largest(manifest, 'site/home-page.tsx', publicAtRest)
    .chunks.flatMap(({ chunk }) => chunk.css ?? [])
    .filter(isLibrary)
  if (library.length > 0) faults.push(`public pages load the styles of the component library: ${library.join(' ')}`)
  const drawn = drawnPages()
  for (const { page, bytes } of drawn)
    if (bytes > DRAWN_LIMIT * 1024) faults.push(`${page} loads ${kb(bytes)} of JavaScript, more than ${DRAWN_LIMIT} KB`)
  const most = drawn.toSorted((a, b) => b.bytes - a.bytes)[0]
  const loginDrawn = drawn.find(({ page }) => page === '/login')
  const lines = [
    `pages that the server draws: at most ${kb(most?.bytes ?? 0)} of ${DRAWN_LIMIT} KB JavaScript (${most?.page}), /login ${kb(loginDrawn?.bytes ?? 0)}`,
    `login page, opened from another: ${kb(login.bytes)} of ${LIMITS.login} KB JavaScript (gzip) in ${login.chunks.length} files`,
    ...sizes,
    `other pages: at most ${Math.max(...pages.map(([, { chunks }]) => chunks.length))} files for visitors, ${Math.max(...sent.map(([, [files = []]]) => files.length))} for members and staff`,
  ]
  return { lines, faults }
}

/** What a visitor of each page loads in all, in the larger language. */
function drawnPages(): { page: string; bytes: number }[] {
  const manifest = JSON.parse(readFileSync(new URL('.vite/public.json', dist), 'utf8')) as Manifest
  const pages = JSON.parse(readFileSync(new URL('.server/pages.json', dist), 'utf8')) as Record<string, Record<string, string[]>>
  const rest = [...reachable(manifest, ['src/app/public/hydrate.tsx', ...AFTERWARDS])].flatMap((key) => manifest[key]?.file ?? [])
  return Object.entries(pages).map(([page, scripts]) => {
    const sizes = LANGUAGES.map((language) => {
      const files = new Set([...rest, ...(scripts[language] ?? [])])
      return [...files].reduce((sum, file) => sum + sentSize(file), 0)
    })
    return { page, bytes: Math.max(...sizes) }
  })
}

const packed = new Map<string, number>()

/** As the server packs it, soon after the first request. */
function sentSize(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const size = packed.get(file) ?? brotliCompressSync(readFileSync(new URL(file, dist)), { params }).length
  packed.set(file, size)
  return size
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

const scriptsOf = (files: string[]): string[] => [...new Set(files)].filter((file) => file.endsWith('.js'))

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
