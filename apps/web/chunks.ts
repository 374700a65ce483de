import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { shareOut, type Code } from './share-out.ts'
import { consolePages, memberPages, publicPages } from './src/app/routes.ts'

/** More files of shared code than there ever are. */
const MOST_FILES = 250
/** What a page loads besides itself, by who opens it. */
const OF_VISITORS = ['app/public-layout.tsx']
const OF_MEMBERS = ['app/signed-in-layout.tsx', 'app/library/themed.tsx']
const OF_STAFF = [...OF_MEMBERS, 'app/console-layout.tsx', 'app/guard/staff-guard', 'app/layout/console/']

/** What somebody loads to see a page, and how much it counts that this is little. */
type Visit = { weight: number; files: string[] }
const home = 'dashboard/dashboard-page.tsx'
const login = 'accounts/login-page.tsx'
const isOther = ({ file }: { file: string }): boolean => file !== home && file !== login
/** Places in the list: the member's home, which has files of its own, by who else uses them; the login page; the end of public pages. */
const [HOME, LOGIN, VISITORS] = [0, 1, publicPages.length + 1]
const visits: Visit[] = [
  { weight: 8, files: ['app/signed-in-layout.tsx', 'app/notices/member-notices.tsx', home] },
  { weight: 30, files: [...OF_VISITORS, login] },
  ...filesOf(publicPages.filter(isOther)).map((file) => ({ weight: 3, files: [...OF_VISITORS, file] })),
  { weight: 3, files: [...OF_STAFF, home, 'dashboard/console-home.tsx'] },
  ...filesOf(memberPages.filter(isOther)).map((file) => ({ weight: 1.5, files: [...OF_MEMBERS, file] })),
  ...filesOf(consolePages).map((file) => ({ weight: 1, files: [...OF_STAFF, file] })),
]
/** How much a part counts that is loaded when it is opened. */
const OPENED = 0.15

/** What is known of a module. `imports`: what it runs. */
type Module = { imports: readonly string[]; code: string }

/**
 * Code that several pages share goes into files by who needs it (`share-out.ts`): a page then loads few files, with little that it does
 * not use. Code of one page stays with it; what the entry runs is one file.
 */
export function sharedCode() {
  const files = new Map<string, string>()
  const plugin: Plugin = {
    name: 'shared-code',
    apply: 'build',
    buildEnd() {
      const modules = new Map<string, Module>()
      const starts: string[] = []
      let entry = ''
      // They come as threads have read them: sorted, the same sources make the same files.
      for (const id of [...this.getModuleIds()].toSorted()) {
        const info = this.getModuleInfo(id)
        modules.set(id, { imports: info?.importedIds ?? [], code: info?.code ?? '' })
        if (info?.isEntry) entry = id
        else if (info?.dynamicImporters.length && !id.includes('/src/locales/')) starts.push(id)
      }
      for (const id of reachedFrom(entry, modules)) files.set(id, 'base')
      const shared = sharedBy(starts, modules)
      for (const [id, { users }] of shared.codes) {
        if (users[HOME] && !files.has(id))
          files.set(id, users[LOGIN] ? 'entry' : users.slice(LOGIN, VISITORS).includes(1) ? 'frame' : 'home')
        if (files.has(id)) shared.codes.delete(id)
      }
      const shares = shareOut(shared.codes, shared.weights)
      if (shares.length > MOST_FILES) throw new Error(`the build has ${shares.length} files of shared code`)
      shares.forEach((share, i) => share.forEach((id) => files.set(id, shareName(i))))
    },
  }
  // Those that others import come first, or each would take what it imports along.
  const names = ['base', 'entry', 'frame', 'home', ...Array.from({ length: MOST_FILES }, (_, i) => shareName(i))]
  const groups = names.map((name, i) => ({ name, priority: names.length - i, test: (id: string) => files.get(id) === name }))
  return { plugin, groups }
}

const shareName = (i: number): string => `share${i}`

/** The modules that more than one page or part uses, with their visits. */
function sharedBy(starts: string[], modules: Map<string, Module>): { codes: Map<string, Code>; weights: number[] } {
  const isOf = (start: string, files: string[]): boolean => files.some((file) => start.includes(`/src/${file}`))
  const opened = starts.filter((start) => !visits.some(({ files }) => isOf(start, files)))
  const all = [...visits.map(({ files }) => starts.filter((start) => isOf(start, files))), ...opened.map((start) => [start])]
  const usedBy = new Map<string, Set<string>>()
  for (const start of starts) for (const id of reachedFrom(start, modules)) usedBy.set(id, (usedBy.get(id) ?? new Set()).add(start))
  const codes = new Map<string, Code>()
  for (const [id, users] of usedBy) {
    if (users.size < 2) continue
    const by = Uint8Array.from(all, (visit) => Number(visit.some((start) => users.has(start))))
    codes.set(id, { size: sizeOf(id, modules.get(id)?.code ?? ''), users: by, imports: importsOf(id, modules) })
  }
  return { codes, weights: all.map((_, i) => visits[i]?.weight ?? OPENED) }
}

/** In characters, without comments and indentation; of a style sheet, which packs better, half. */
const sizeOf = (id: string, code: string): number =>
  id.endsWith('.css') ? readFileSync(id, 'utf8').length / 2 : code.replaceAll(/\/\*[^]*?\*\/|^\s+|^\s*\/\/.*$/gm, '').length

function reachedFrom(start: string, modules: Map<string, Module>): Set<string> {
  const reached = new Set<string>()
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    for (const next of importsOf(id, modules)) visit(next)
  }
  visit(start)
  return reached
}

/** Of a library's list of exports, only what the module names. The list itself runs nothing. */
function importsOf(id: string, modules: Map<string, Module>): string[] {
  const { imports = [], code = '' } = modules.get(id) ?? {}
  return imports.flatMap((next) => {
    const exported = exportsOf(next, modules)
    if (!exported) return [next]
    const names = [...code.matchAll(/import\s*\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim().split(' ')[0]),
    )
    return names.flatMap((name) => exported.get(name ?? '') ?? [])
  })
}

const lists = new Map<string, Map<string, string> | null>()

function exportsOf(id: string, modules: Map<string, Module>): Map<string, string> | null {
  const known = lists.get(id)
  if (known !== undefined) return known
  const isList =
    isContract(id, modules) || /@mantine\/\w+\/esm\/index\.mjs$|tabler-icons-react\.mjs$|query(-core)?\/build\/modern\/index\.js$/.test(id)
  const found = new Map<string, string>()
  // A list may pass on another.
  if (isList)
    for (const next of modules.get(id)?.imports ?? []) for (const [name, from] of exportsOf(next, modules) ?? []) found.set(name, from)
  for (const [, names = '', from = ''] of (isList ? (modules.get(id)?.code ?? '') : '').matchAll(
    /\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g,
  )) {
    for (const name of names.split(',')) found.set(name.trim().split(' as ').at(-1) ?? '', join(dirname(id), from))
  }
  lists.set(id, isList ? found : null)
  return isList ? found : null
}

/** A file of the contract is a list of its declarations (`contract-exports.ts`). */
function isContract(id: string, modules: Map<string, Module>): boolean {
  return /packages[\\/]contract[\\/]src[\\/]/.test(id) && /^export \{[^}]*\} from /.test(modules.get(id)?.code ?? '')
}

export function filesOf(pages: { file: string }[]): string[] {
  return pages.map(({ file }) => file)
}
