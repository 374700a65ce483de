/**
 * Leaves each noun named out of a copy of this checkout, as somebody would who has no use for it, and shows that the rest holds: types,
 * lint, the build of the web app, and a start of the server with all its other endpoints. Without names: every noun that can be left out.
 * `--types`: types alone.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { urlOf } from '../packages/contract/src/endpoint.ts'
import { LEAVABLE } from './leavable.ts'
import { tempInMemory } from './memory-folder.ts'

tempInMemory()

const NOUNS = 'apps/server/src/nouns.ts'
const SETTINGS = 'packages/contract/src/settings/registry.ts'
/** Tests say what others do with the noun, and need not compile without it. */
const UNCOPIED = /\.test\.tsx?$|^apps\/\w+\/test\/|^(bench|e2e|docs)\//

type Step = (cwd: string) => Promise<boolean>
const types: Record<string, Step> = {
  'the tree of pages': runs('node', 'scripts/route-tree.ts'),
  'types of the server': runs('tsc', '-p', '.', '--checkers', '1'),
  'types of the web app': runs('tsc', '-p', 'apps/web', '--checkers', '1'),
}
const all: Record<string, Step> = {
  ...types,
  lint: runs('oxlint', '--type-aware', '--deny-warnings'),
  'the build': runs('vite', 'build', 'apps/web', '--logLevel', 'warn'),
  'a start': starts,
}

const [only, named] = [process.argv.includes('--types'), process.argv.slice(2).filter((one) => one !== '--types')]
const unknown = named.filter((noun) => !LEAVABLE.includes(noun))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} cannot be left out; these can: ${LEAVABLE.join(', ')}.`)
  process.exit(2)
}
for (const noun of named.length > 0 ? named : LEAVABLE) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-without-'))
  // PostgreSQL may run as another user, which needs access.
  chmodSync(folder, 0o755)
  try {
    copyTo(folder)
    console.log(`\n=== without ${noun}: ${leaveOut(noun, folder).join(', ')}`)
    for (const [name, step] of Object.entries(only ? types : all)) await holds(name, () => step(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyTo(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n')
  for (const path of listed.filter((path) => path !== '' && !UNCOPIED.test(path) && existsSync(path))) cpSync(path, join(folder, path))
  // Packages are those of the checkout, but `@portico` is the copy.
  for (const installed of globSync(['node_modules', 'apps/*/node_modules'])) {
    mkdirSync(join(folder, installed), { recursive: true })
    for (const name of readdirSync(installed).filter((name) => name !== '@portico' && !/^\.(?!bin)/.test(name)))
      symlinkSync(resolve(installed, name), join(folder, installed, name))
  }
  mkdirSync(join(folder, 'node_modules/@portico'))
  symlinkSync('../../packages/contract', join(folder, 'node_modules/@portico/contract'))
}

/** Deletes the noun's folders and its files in the contract, and what the two lists say of them. Returns what is gone. */
function leaveOut(noun: string, folder: string): string[] {
  const contract = 'packages/contract/src'
  const gone = globSync([`apps/*/src/${noun}`, `${contract}/${noun}{,-*}.ts`, `${contract}/settings/${noun}{,-*}.ts`], { cwd: folder })
  for (const path of gone) rmSync(join(folder, path), { recursive: true })
  const cut = (list: string, isOf: (line: string) => boolean): string => {
    const lines = readFileSync(join(folder, list), 'utf8').split('\n')
    writeFileSync(join(folder, list), lines.filter((line) => !isOf(line)).join('\n'))
    return `${lines.filter(isOf).length} lines of ${list}`
  }
  const settings = readFileSync(join(folder, SETTINGS), 'utf8')
  const groups = new RegExp(`import \\{ (.*) \\} from '\\./${noun}(-\\w+)?\\.ts'`).exec(settings)?.[1]?.split(', ') ?? []
  return [
    ...gone,
    cut(NOUNS, (line) => line.includes(`'./${noun}/`)),
    cut(SETTINGS, (line) => groups.some((group) => line === `  ${group},` || line.startsWith(`import { ${groups.join(', ')} }`))),
  ]
}

async function holds(name: string, step: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  const held = await step()
  console.log(`${held ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`)
  if (!held) process.exitCode = 1
}

function runs(command: string, ...args: string[]): Step {
  return async (cwd) => {
    const [status] = await once(spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }), 'close')
    return status === 0
  }
}

/** Starts the server on an empty folder. It has the endpoints that the contract still declares, no others, and its pages answer. */
async function starts(cwd: string): Promise<boolean> {
  const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(cwd, 'data'), LOG_LEVEL: 'error' }
  const server = spawn('node', ['apps/server/src/main.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const base = await addressOf(server)
    if (base === null) return false
    const { paths } = (await (await fetch(`${base}/api/openapi.json`)).json()) as { paths: Record<string, object> }
    const served = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    const declared = await declaredIn(cwd)
    const wrong = [...served.filter((one) => !declared.includes(one)), ...declared.filter((one) => !served.includes(one))]
    const pages = ['/', '/price?lang=en', '/service?lang=zh-CN', '/sitemap.xml', '/readyz']
    const answers = await Promise.all(pages.map(async (page) => [page, (await fetch(base + page)).status] as const))
    const failed = answers.filter(([, status]) => status !== 200)
    const isWhole = wrong.length + failed.length === 0 && declared.length > 100
    if (!isWhole) console.error(wrong, failed, `${declared.length} endpoints`)
    return isWhole
  } finally {
    server.kill()
    if (server.exitCode === null) await once(server, 'close')
  }
}

/** Method and path of every endpoint in the copy's contract, as the server's specification has them. */
async function declaredIn(cwd: string): Promise<string[]> {
  const files = globSync('packages/contract/src/*.ts', { cwd }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(join(cwd, file)) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((module) => Object.values(module))
    .filter((one) => typeof one === 'object' && one !== null && 'method' in one && 'path' in one)
    .map(({ method, path }) => `${String(method).toLowerCase()} ${urlOf(String(path)).replaceAll(/:(\w+)/g, '{$1}')}`)
}

/** Once it is ready; null: it ended instead. */
async function addressOf(server: ChildProcess): Promise<string | null> {
  let said = ''
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk)
    const address = /Portico is ready at (http:\S+)/.exec(said)?.[1]
    if (address) return address
  }
  return null
}
