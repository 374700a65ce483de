import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'

export type Import = { target: string; type: boolean; names: string[] }
export type Source = { path: string; code: string; imports: Import[] }

/** Every source file of ours, by its path from the root. */
export const sourcePaths = (): string[] =>
  globSync(['*.ts', '{scripts,e2e,bench}/**/*.ts', '{apps,packages}/*/{src,test}/**/*.{ts,tsx}'])
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.endsWith('.gen.ts'))

export function readSource(path: string): Source {
  const code = readFileSync(path, 'utf8')
  const found = code.matchAll(/^(?:import|export)\s+(type\s)?([^'";=()]*?)\sfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  const imports = [...found].map(([, type, clause = '', from, bare, lazy]) => {
    const source = from ?? bare ?? lazy ?? ''
    const names = clause
      .replace(/[{}]/g, ' ')
      .split(',')
      .map((part) => part.split(' as ').at(-1)?.trim() ?? '')
      .filter(Boolean)
    const target = source.startsWith('.') ? posix.join(posix.dirname(path), source) : source
    return { target, type: type !== undefined || (names.length > 0 && names.every((name) => name.startsWith('type '))), names }
  })
  return { path, code, imports }
}

/** Whether a file is, or imports through others, another one. Types do not count. */
export function reaches(path: string, sought: string, seen = new Set<string>()): boolean {
  if (path === sought) return true
  if (seen.has(path)) return false
  seen.add(path)
  return importsOf(path).some((target) => reaches(target, sought, seen))
}

/** What a file imports, types aside: our own files by their paths, packages by their names. */
export function importsOf(path: string): string[] {
  if (!/\.tsx?$/.test(path) || !existsSync(path)) return []
  const targets = readSource(path)
    .imports.filter(({ type }) => !type)
    .map(({ target }) => target)
  return targets.map((target) => target.replace(/^@portico\/contract\/(.+)$/, 'packages/contract/src/$1.ts'))
}
