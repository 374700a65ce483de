import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LANGUAGES } from '../../packages/contract/src/translations.ts'
import { consolePages, memberPages } from './src/app/routes.ts'

const contract = join(import.meta.dirname, '../../packages/contract/src')
/** The texts that pages load in parts. The others are there before any page that needs a session. */
const AREAS = ['member', 'console']
/** What the frame of staff says. */
const FRAME = [
  'app/root.tsx',
  'app/signed-in-layout.tsx',
  'app/console-layout.tsx',
  'app/guard/staff-guard.ts',
  'app/layout/console/console-menu.ts',
]

/**
 * Writes for each page that needs a session the texts that it can say, with all that it opens: those whose key, or the beginning of it, is
 * written in its code. What no code names stays in the frame's, as do titles, which tabs of other pages show.
 */
export function writePageTexts(src: string): void {
  const all = [...memberPages, ...consolePages]
  // With those that it stands in.
  const around = (path: string): string[] =>
    all.filter((page) => `${path}/`.startsWith(`${page.path}/`)).map(({ file }) => `${src}/${file}`)
  const pages = new Map(all.map(({ path }) => [nameOf(path), around(path)]))
  const texts = LANGUAGES.map((language) => [language, textsOf(src, language)] as const)
  const keys = [...new Set(texts.flatMap(([, all]) => Object.keys(all)))]
  const keysIn = finderOf(keys)
  const saidBy = (files: string[]): Set<string> => new Set(reachedFrom(files).flatMap((file) => [...keysIn(file)]))
  const said = new Map([...pages].map(([name, files]) => [name, saidBy(files)]))
  const named = new Set([...said.values()].flatMap((some) => [...some]))
  const inFrame = saidBy(FRAME.map((file) => `${src}/${file}`))
  for (const key of keys) if (!named.has(key) || key.startsWith('title.')) inFrame.add(key)
  said.set('frame', inFrame)
  const folder = `${src}/locales/pages`
  for (const path of globSync('*/*.json', { cwd: folder }))
    if (!said.has(/([^/]+)\.json$/.exec(path)?.[1] ?? '')) rmSync(`${folder}/${path}`)
  for (const [language, every] of texts) {
    mkdirSync(`${folder}/${language}`, { recursive: true })
    for (const [name, some] of said) {
      const own = name === 'frame' ? some : [...some].filter((key) => !inFrame.has(key))
      write(`${folder}/${language}/${name}.json`, JSON.stringify(Object.fromEntries([...own].map((key) => [key, every[key]]))))
    }
  }
}

/** The file of an address: `/admin/user/$id` is `admin.user.$id`. */
export function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '.')
}

function textsOf(src: string, language: string): Record<string, string> {
  const files = AREAS.flatMap((area) => globSync(`*/${area}.${language}.json`, { cwd: src })).toSorted()
  const plain = files.map((file) => JSON.parse(readFileSync(join(src, file), 'utf8')) as Record<string, string>)
  return Object.assign({}, ...plain) as Record<string, string>
}

/** Finds the keys that stand in a file: whole, as a beginning with more after it, or as the end of a template. */
function finderOf(keys: string[]): (file: string) => Set<string> {
  const byStart = new Map<string, string[]>()
  for (const key of keys)
    for (const { index } of key.matchAll(/[._]|$/g))
      for (const start of new Set([key.slice(0, index), key.slice(0, index + 1)])) byStart.set(start, [...(byStart.get(start) ?? []), key])
  const byPart = new Map<string, string[]>()
  const fitting = (part: string, fits: (key: string) => boolean): string[] => {
    const found = byPart.get(part) ?? keys.filter(fits)
    byPart.set(part, found)
    return found
  }
  const known = new Map<string, Set<string>>()
  return (file) => {
    const before = known.get(file)
    if (before) return before
    const code = readFileSync(file, 'utf8')
    const quoted = [...code.matchAll(/['"`]([\w-]+\.[\w.-]*)['"`]/g)].flatMap(([, text = '']) => byStart.get(text) ?? [])
    const starts = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].flatMap(([, text = '']) =>
      fitting(`${text}*`, (key) => key.startsWith(text)),
    )
    const ends = [...code.matchAll(/`\$\{[^`{}]*\}(\.[\w.-]{2,})`/g)].flatMap(([, text = '']) =>
      fitting(`*${text}`, (key) => key.endsWith(text)),
    )
    const found = new Set([...quoted, ...starts, ...ends])
    known.set(file, found)
    return found
  }
}

const imports = new Map<string, string[]>()

/** The files that can be loaded after these: those of an `import()` and of a glob too. */
function reachedFrom(files: string[], reached = new Set<string>()): string[] {
  for (const file of files) {
    if (reached.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue
    reached.add(file)
    const known = imports.get(file) ?? importsOf(file)
    imports.set(file, known)
    reachedFrom(known, reached)
  }
  return [...reached]
}

function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const named = [...code.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return resolve(dirname(file), target)
    return target.startsWith('@portico/contract/') ? join(contract, `${target.slice('@portico/contract/'.length)}.ts`) : []
  })
  const globs = [...code.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*'([^']+)'/g)].flatMap(([, pattern = '']) =>
    globSync(pattern, { cwd: dirname(file) }).map((path) => resolve(dirname(file), path)),
  )
  // `text-files.gen.ts` names every text; it has types alone.
  return [...named, ...globs].filter((target) => !/\.gen\.ts$|\/(i18n|router|main)\.tsx?$/.test(target))
}

// A compiler or a build may read it at this moment.
function write(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
}
