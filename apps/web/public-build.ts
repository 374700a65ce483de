import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { LANGUAGES } from '../../packages/contract/src/translations.ts'
import { contractExports } from './contract-exports.ts'
import { withoutServerParts } from './contract-parts.ts'
import { loadAgain } from './load-again.ts'
import { shortLists } from './short-lists.ts'
import { publicPages } from './src/app/routes.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const src = join(root, 'src')
const PAGES = 'virtual:public-pages'
/** Files that stand in for others, because public pages run without the router and the library for queries. */
const INSTEAD: Record<string, string> = {
  '@tanstack/react-router': 'app/public/router.tsx',
  '@tanstack/react-query': 'app/public/react-query.ts',
  'api/query.ts': 'app/public/query.ts',
  'text-modules.ts': 'app/public/texts.ts',
}
const PREACT = [
  { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
  { find: /^react\/(jsx-runtime)$/, replacement: 'preact/$1' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]
/** Pages that lead on at once, or show what only the browser knows. They start as those of members do. */
const ELSEWHERE = ['/auth-redirect', '/pay_return_url', '/undo', '/staff-invitation', '/404']
/** Where no browser reads them: names with a dot are not served. */
const FOR_SERVER = '.server'
/** What draws pages, as it comes from the browser's build. */
const DRAW = 'parts.js'
const MANIFEST = '.vite/public.json'
const drawn = publicPages.filter(({ path }) => !ELSEWHERE.includes(path))

/** The scripts that a page asks for before the first one runs, by language. */
type Scripts = Record<string, string[]>

/**
 * Builds the public pages once more, beside the app: small, for the browser, which takes over what the server has drawn; and from the same
 * scripts one file for the server, which draws them. `dist`: the folder of the built app.
 */
export async function buildPublic(dist: string): Promise<void> {
  await buildScripts(dist)
  writePages(dist)
}

/** Builds what the server draws with, and pages that ask for no scripts: for tests. */
async function buildForServer(dist: string): Promise<void> {
  await buildScripts(dist)
  const index = join(dist, 'index.html')
  cpSync(join(root, 'index.html'), index)
  cpSync(index, join(dist, FOR_SERVER, 'page.html'))
  const scripts = Object.fromEntries(LANGUAGES.map((language) => [language, []]))
  writeFileSync(join(dist, FOR_SERVER, 'pages.json'), JSON.stringify(Object.fromEntries(drawn.map(({ path }) => [path, scripts]))))
}

async function buildScripts(dist: string): Promise<void> {
  await build(browserBuild(dist))
  await build(serverBuild(dist))
  // Rolldown leaves a file of its own of what drawing never runs.
  for (const rest of [DRAW, 'assets']) rmSync(join(dist, FOR_SERVER, rest), { recursive: true, force: true })
}

const browserBuild = (outDir: string): InlineConfig => ({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [contractExports(), withoutServerParts(), shortLists(), instead(), listPages(), loadAgain()],
  resolve: { alias: PREACT },
  build: {
    outDir,
    emptyOutDir: false,
    cssCodeSplit: false,
    manifest: MANIFEST,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      input: { hydrate: 'src/app/public/hydrate.tsx', draw: 'src/app/public/draw.tsx' },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: ({ name }) => (name === 'draw' ? `${FOR_SERVER}/${DRAW}` : 'assets/index-[hash:7].js'),
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // What more than one page runs goes into one file instead of a dozen.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: (id) => !id.includes('/locales/') && !id.endsWith('.json') }] },
      },
    },
  },
})

/** Joins the browser's scripts with what draws pages. */
const serverBuild = (dist: string): InlineConfig => ({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: join(dist, FOR_SERVER),
    emptyOutDir: false,
    ssr: join(dist, FOR_SERVER, DRAW),
    target: 'node24',
    minify: true,
    rolldownOptions: {
      output: { entryFileNames: 'draw.js', codeSplitting: false, intro: readFileSync(join(src, 'app/public/no-browser.js'), 'utf8') },
    },
  },
})

function instead(): Plugin {
  const files = new Map(Object.entries(INSTEAD).map(([name, file]) => [name.endsWith('.ts') ? join(src, name) : name, join(src, file)]))
  return {
    name: 'instead',
    enforce: 'pre',
    async resolveId(source, importer) {
      const known = files.get(source)
      if (known) return known
      const base = [...files.keys()].some((name) => name.endsWith(source.replace(/^.*\//, '/')))
      if (!base || !importer) return null
      return files.get(resolve(importer, '..', source)) ?? null
    },
  }
}

/** The list of the pages, each with its file. */
function listPages(): Plugin {
  const lines = drawn.map(({ path, file }) => `${JSON.stringify(path)}: () => import(${JSON.stringify(join(src, file))})`)
  return {
    name: 'list-pages',
    resolveId: (source) => (source === PAGES ? `\0${PAGES}` : null),
    load: (id) => (id === `\0${PAGES}` ? `export const pages = {${lines.join(',')}}` : null),
  }
}

interface Chunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
}

/** Notes what each page asks for, and writes the document around the pages. */
function writePages(dist: string): void {
  const manifest = JSON.parse(readFileSync(join(dist, MANIFEST), 'utf8')) as Record<string, Chunk>
  const entry = 'src/app/public/hydrate.tsx'
  const pages = Object.fromEntries(
    drawn.map(({ path, file }): [string, Scripts] => {
      const code = reached(manifest, [entry, `src/${file}`])
      // The texts that the page's own loader asks for.
      const areas = [
        'site',
        'footer',
        ...[...readFileSync(join(src, file), 'utf8').matchAll(/loadMessages\('([\w-]+)'\)/g)].map(([, area]) => area),
      ]
      const scripts = LANGUAGES.map((language): [string, string[]] => {
        const texts = reached(
          manifest,
          [...new Set(areas)].map((area) => `src/locales/${language}/${area}.ts`),
        )
        return [language, [...new Set([...code, ...texts].map((chunk) => chunk.file))].filter((name) => name !== manifest[entry]?.file)]
      })
      return [path, Object.fromEntries(scripts)]
    }),
  )
  writeFileSync(join(dist, FOR_SERVER, 'pages.json'), JSON.stringify(pages))
  const index = readFileSync(join(dist, 'index.html'), 'utf8')
  const bare = index.replaceAll(/<link rel="(?:modulepreload|stylesheet)"[^>]*>\s*/g, '').replace(/<noscript>.*?<\/noscript>\s*/s, '')
  const style = readFileSync(join(dist, manifest['style.css']?.file ?? ''), 'utf8')
  const page = bare
    .replace(/\/assets\/index-[\w-]+\.js/, `/${manifest[entry]?.file}`)
    // In the page: it is painted as soon as it is there.
    .replace('</head>', () => `<style>${style}</style>${readFileSync(join(root, 'before-start.html'), 'utf8')}</head>`)
  writeFileSync(join(dist, FOR_SERVER, 'page.html'), page)
}

function reached(manifest: Record<string, Chunk>, from: string[]): Chunk[] {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  from.forEach(visit)
  return [...seen].flatMap((key) => manifest[key] ?? [])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildForServer(resolve(process.argv[2] ?? ''))
