import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const CONTRACT = /packages[\\/]contract[\\/]src[\\/](?!.*~).*\.ts$/
/** A declaration of a file as a module of its own: `orders~saveOrder.ts`. */
const PART = /^(.*)~(\w+)\.ts$/

/** A top-level statement: the names it gives, whether others may import them, and its text. */
type Statement = { names: string[]; isExported: boolean; text: string }
type Import = { from: string; names: { local: string; text: string }[]; all: string | null }
type Parsed = { statements: Statement[]; imports: Import[] }

/**
 * Makes each declaration of the contract a module of its own, and each file a list of them. A page that makes one call of a noun then does
 * not load what all other calls of it take.
 */
export function contractExports(): Plugin {
  const parsed = new Map<string, Parsed | null>()
  return {
    name: 'contract-exports',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /~\w+\.ts$/ },
      handler: (source, importer) => (importer === undefined ? null : { id: join(dirname(importer), source), moduleSideEffects: false }),
    },
    load: {
      filter: { id: /~\w+\.ts$/ },
      handler(id) {
        const [, path = '', name = ''] = PART.exec(id) ?? []
        const file = parsed.get(`${path}.ts`)
        const own = file?.statements.find(({ names }) => names[0] === name)
        return file && own ? partOf(file, own, basename(path)) : null
      },
    },
    transform: {
      filter: { id: CONTRACT },
      handler(code, id) {
        const read = (): Parsed | null => statementsOf(this.parse(code, { lang: 'ts' }).body as unknown as Node[], code)
        const file = parsed.get(id) ?? read()
        parsed.set(id, file)
        if (!file || file.statements.length < 2) return null
        const lines = file.statements
          .filter(({ isExported }) => isExported)
          .map(({ names }) => `export { ${names.join(', ')} } from './${basename(id, '.ts')}~${names[0]}.ts'`)
        return { code: lines.join('\n'), map: null, moduleSideEffects: false }
      },
    },
  }
}

interface Node {
  type: string
  start: number
  end: number
  importKind?: string
  source?: { value: string }
  specifiers?: { type: string; importKind?: string; local: { name: string }; start: number; end: number }[]
  declaration?: Node | null
  declarations?: { id: { start: number; end: number } }[]
  id?: { name: string }
}

/** null: the file does more than declare, and stays as it is. */
function statementsOf(body: Node[], code: string): Parsed | null {
  const [statements, imports]: [Statement[], Import[]] = [[], []]
  for (const node of body) {
    const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? null) : node
    if (declared === null) return null
    const text = code.slice(declared.start, declared.end)
    const isExported = declared !== node
    if (/^TS(TypeAlias|Interface)Declaration$/.test(declared.type)) continue
    if (declared.type === 'ImportDeclaration') {
      if (declared.importKind !== 'type') imports.push(importOf(declared, code))
    } else if (declared.type === 'VariableDeclaration') {
      const names = (declared.declarations ?? []).flatMap(({ id }) => namesIn(code.slice(id.start, id.end)))
      statements.push({ names, isExported, text })
    } else if (declared.type === 'FunctionDeclaration' && declared.id) statements.push({ names: [declared.id.name], isExported, text })
    else return null
  }
  return { statements, imports }
}

/** The names that `name: Type` or `{ key: name, ...name }` declares. */
function namesIn(pattern: string): string[] {
  if (!/^[{[]/.test(pattern)) return pattern.match(/^\w+/) ?? []
  return pattern.replaceAll(/\w+\s*:/g, '').match(/\w+/g) ?? []
}

function importOf({ source, specifiers = [] }: Node, code: string): Import {
  const all = specifiers.find(({ type }) => type === 'ImportNamespaceSpecifier')?.local.name ?? null
  const names = specifiers
    .filter(({ type, importKind }) => type === 'ImportSpecifier' && importKind !== 'type')
    .map(({ local, start, end }) => ({ local: local.name, text: code.slice(start, end) }))
  return { from: source?.value ?? '', names, all }
}

/** A declaration with what it uses of its file and of others. */
function partOf({ statements, imports }: Parsed, own: Statement, name: string): string {
  const used = new Set(own.text.match(/\w+/g))
  const beside = statements.flatMap((other) => {
    const names = other === own ? [] : other.names.filter((one) => used.has(one))
    return names.length === 0 ? [] : [`import { ${names.join(', ')} } from './${name}~${other.names[0]}.ts'`]
  })
  const others = imports.flatMap(({ from, names, all }) => {
    if (all !== null) return used.has(all) ? [`import * as ${all} from '${from}'`] : []
    const wanted = names.filter(({ local }) => used.has(local)).map(({ text }) => text)
    return wanted.length === 0 ? [] : [`import { ${wanted.join(', ')} } from '${from}'`]
  })
  return [...others, ...beside, `export ${own.text}`].join('\n')
}
