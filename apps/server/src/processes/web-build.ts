import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../children/child-environment.ts'
import { buildFault, buildFlags, buildVariables, ensureBuildMemory } from './build-memory.ts'
import { lockFolder } from './folder-lock.ts'
import type { Tell } from './start-progress.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const web = join(root, 'apps/web')
export const webFolder = join(web, 'dist')
/** Stamp of a build that comes with a release, which has no sources to compare it with. */
export const RELEASED = 'released'
const LOOK_AGAIN_MS = 100

/** `source`: the web app's folder. `dist`: where its build is; absent: `dist` in that folder. `build`: builds the app into the new folder it is given, and tells which part in percent is done. */
export type WebSource = {
  source: string
  contract: string
  dist?: string
  build: (outDir: string, tell: (percent: number) => void) => Promise<void>
}
export const ourWeb: WebSource = { source: web, contract: join(root, 'packages/contract/src'), build: buildWithVite }

/**
 * Builds the web app if its build is missing or older than its sources. Returns whether it did. One process builds, others wait. A build is
 * made beside `dist` and then replaces it, so `dist` is always complete. `tell`: is given what happens.
 */
export async function ensureWebBuild(of: WebSource, tell: Tell = () => {}): Promise<boolean> {
  const { dist = join(of.source, 'dist') } = of
  if (readIfThere(join(dist, '.stamp')) === RELEASED) return false
  const stamp = newest(
    [join(of.source, 'src'), join(of.source, 'public'), of.contract],
    globSync('*.{ts,html,json}', { cwd: of.source, exclude: ['*.test.ts', '*.check.ts'] }).map((name) => join(of.source, name)),
  )
  const isFresh = (): boolean => existsSync(join(dist, 'index.html')) && readIfThere(join(dist, '.stamp')) === stamp
  if (isFresh()) return false
  const release = await waitForLock(of.source, tell)
  try {
    if (isFresh()) return false
    await rebuild(of, { dist, stamp, tell })
    return true
  } finally {
    release()
  }
}

async function waitForLock(folder: string, tell: Tell): Promise<() => void> {
  for (;;) {
    const release = await lockFolder(folder)
    if (release) return release
    tell('waiting for another process that builds the web app')
    await pause(LOOK_AGAIN_MS)
  }
}

type Rebuild = { dist: string; stamp: string; tell: Tell }

async function rebuild({ build }: WebSource, { dist, stamp, tell }: Rebuild): Promise<void> {
  const folder = dirname(dist)
  mkdirSync(folder, { recursive: true })
  // Left by builds that were killed. Each build has its own folder, because a killed one may still be writing.
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(dist)}.`)) rmSync(join(folder, name), { recursive: true, force: true })
  const [next, old] = ['next', 'old'].map((name) => `${dist}.${name}-${randomUUID()}`) as [string, string]
  try {
    mkdirSync(next)
    tell('building the web app')
    await build(next, (percent) => tell(`building the web app: ${percent} %`))
    writeFileSync(join(next, '.stamp'), stamp)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(next, dist)
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
  }
}

async function buildWithVite(outDir: string, tell: (percent: number) => void): Promise<void> {
  const left = ensureBuildMemory()
  await new Promise<void>((done, failed) => {
    const child = spawn(process.execPath, [...buildFlags, 'build.ts', outDir], {
      cwd: web,
      env: { ...childEnvironment(), ...buildVariables },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    // From `tell-progress.ts` of the web app.
    child.on('message', (percent) => tell(Number(percent)))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code, signal) => (code === 0 ? done() : failed(new Error(buildFault({ code, signal, output, left })))))
  })
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Count and latest change of the source files, so that a removed file counts too. Generated files are left out. */
function newest(folders: string[], files: string[]): string {
  let latest = 0
  let count = 0
  const look = (path: string): void => {
    if (path.includes('.gen.') || !existsSync(path)) return
    const stat = statSync(path)
    if (stat.isDirectory()) return readdirSync(path).forEach((name) => look(join(path, name)))
    latest = Math.max(latest, stat.mtimeMs)
    count++
  }
  for (const path of [...folders, ...files]) look(path)
  return `${count} ${Math.round(latest)}`
}
