import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { adminRoutes } from './src/app/routes-admin.ts'

const LIMIT = 130 * 1024
const LANGUAGES = ['en', 'zh-CN']
const dist = new URL('./dist/', import.meta.url)

interface Chunk {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  imports?: string[]
}
type Manifest = Record<string, Chunk>

/** The gzipped size in bytes of what the first visit to the login page loads, and the problems found. */
export interface BuildFindings {
  bytes: number
  files: string[]
  faults: string[]
}

/** Checks the built login page: its scripts stay within the limit and contain nothing of the console. Null: no build. */
export function checkBuild(): BuildFindings | null {
  const path = new URL('.vite/manifest.json', dist)
  if (!existsSync(path)) return null
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  // A visit loads only one language. The larger one counts.
  const visits = LANGUAGES.map((language) => measure(manifest, language)).toSorted((a, b) => b.bytes - a.bytes)
  const { bytes, chunks } = visits[0] ?? { bytes: 0, chunks: [] }
  const faults = chunks.flatMap(({ chunk, text }) => consoleCode(chunk, text))
  if (bytes > LIMIT) faults.push(`the login page loads ${kb(bytes)} of JavaScript (gzip), more than ${kb(LIMIT)}`)
  return { bytes, files: chunks.map(({ chunk }) => chunk.file), faults }
}

function measure(manifest: Manifest, language: string): { bytes: number; chunks: { chunk: Chunk; text: string }[] } {
  const visited = [...reachable(manifest, firstVisit(manifest, language))].flatMap((key) => manifest[key] ?? [])
  const chunks = visited
    .filter(({ file }) => file.endsWith('.js'))
    .map((chunk) => ({ chunk, text: readFileSync(new URL(chunk.file, dist), 'utf8') }))
  return { bytes: chunks.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0), chunks }
}

function firstVisit(manifest: Manifest, language: string): string[] {
  const keys = Object.keys(manifest)
  const wanted = ['src/app/public-layout.tsx', 'src/accounts/login-page.tsx', `src/locales/${language}/site.ts`]
  const found = wanted.map((name) => keys.filter((key) => key.startsWith(name)))
  const missing = wanted.filter((_, i) => found[i]?.length === 0)
  if (missing.length > 0) throw new Error(`the build has no chunk for ${missing.join(', ')}: has a file moved?`)
  return [...keys.filter((key) => manifest[key]?.isEntry), ...found.flat()]
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
const pages = new Set(adminRoutes.map((route) => ('path' in route ? route.path : '')))

function consoleCode({ file, name = '', src = '' }: Chunk, text: string): string[] {
  const faults = /admin|console/.test(`${file} ${name} ${src}`) ? [`${file} belongs to the console`] : []
  const addresses = [...text.matchAll(/["'`](\/admin\/[^"'`]+)["'`]/g)].map(([, address = '']) => address)
  const calls = new Set(addresses.filter((address) => !pages.has(address)))
  return calls.size > 0 ? [...faults, `${file} holds calls of the console: ${[...calls].join(' ')}`] : faults
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkBuild()
  if (findings) {
    process.stdout.write(`login page: ${kb(findings.bytes)} of ${kb(LIMIT)} JavaScript (gzip) in ${findings.files.length} files\n`)
    for (const fault of findings.faults) process.stderr.write(`login page: ${fault}\n`)
    process.exitCode = findings.faults.length > 0 ? 1 : 0
  } else {
    process.stdout.write('login page: skipped, nothing is built yet (npm run build)\n')
  }
}
