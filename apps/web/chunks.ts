import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { consolePages, memberPages, publicPages } from './src/app/routes.ts'

/** The files of shared code, lowest first: each imports only those before it. */
export const SHARED = ['base', 'frame', 'public', 'home', 'member', 'console', 'dates', 'editor'] as const
type Shared = (typeof SHARED)[number]
/** What public pages load once they are drawn. */
const AFTERWARDS = [
  'app/after-start',
  'app/log-out',
  'app/layout/notice-bar',
  'app/layout/public-',
  'app/layout/help-entry',
  'app/layout/footer-dialog',
]
/** What the frame loads for every page of the console. */
const CONSOLE = ['app/guard/staff-guard', 'app/layout/console/']
/** What is known of a module. `imports`: what it runs. */
type Module = { imports: readonly string[]; code: string }

/**
 * Code that several pages share goes into one of a few files, by who needs it: a page then loads a handful of files, and a visitor
 * nothing that only members need. Code of one page stays with it.
 */
export function sharedCode() {
  const files = new Map<string, Shared>()
  const plugin: Plugin = {
    name: 'shared-code',
    apply: 'build',
    buildEnd() {
      const modules = new Map<string, Module>()
      const starts: string[] = []
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id)
        modules.set(id, { imports: info?.importedIds ?? [], code: info?.code ?? '' })
        if (info?.isEntry || info?.dynamicImporters.length) starts.push(id)
      }
      const usedBy = new Map<string, string[]>()
      for (const start of starts) for (const id of reachedFrom(start, modules)) usedBy.set(id, [...(usedBy.get(id) ?? []), start])
      for (const [id, users] of usedBy) {
        const file = fileFor(users, (library) => [...reachedFrom(id, modules)].some((reached) => library.test(reached)))
        if (file) files.set(id, file)
      }
    },
  }
  return { plugin, isIn: (file: Shared) => (id: string) => files.get(id) === file }
}

function fileFor(users: string[], needs: (library: RegExp) => boolean): Shared | null {
  const has = (...names: string[]): boolean => users.some((user) => names.some((name) => user.includes(`/src/${name}`)))
  const isLayout = (name: string): boolean => has(`app/${name}-layout.tsx`)
  if (users.some((user) => user.endsWith('/index.html')) || (users.length > 1 && (isLayout('public') || has('accounts/login-page'))))
    return 'base'
  const isHome = isLayout('signed-in') || has('dashboard/dashboard-page', 'app/notices/member-notices')
  // What is asked for by itself, though the pages that share a file need it.
  if (users.length < 2) return isLayout('signed-in') ? 'home' : has('app/library/themed') ? 'member' : has(...CONSOLE) ? 'console' : null
  if (has(...filesOf(publicPages), ...AFTERWARDS)) return isHome ? 'frame' : 'public'
  if (isHome) return 'home'
  // Large, and only where something is written or a day is chosen.
  if (needs(/[\\/](prosemirror-model|linkifyjs)[\\/]/)) return 'editor'
  if (needs(/[\\/]@mantine[\\/]dates[\\/]/)) return 'dates'
  if (has(...filesOf(memberPages))) return 'member'
  return has(...filesOf(consolePages)) ? 'console' : null
}

export const filesOf = (pages: { file: string }[]): string[] => pages.map(({ file }) => file)

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
  const isList = /@mantine\/\w+\/esm\/index\.mjs$|tabler-icons-react\.mjs$/.test(id)
  const found = new Map<string, string>()
  for (const [, names = '', from = ''] of (isList ? (modules.get(id)?.code ?? '') : '').matchAll(
    /\{([^}]*)\}\s*from\s*["'](\.[^"']+)["']/g,
  )) {
    for (const name of names.split(',')) found.set(name.trim().split(' as ').at(-1) ?? '', join(dirname(id), from))
  }
  lists.set(id, isList ? found : null)
  return isList ? found : null
}
