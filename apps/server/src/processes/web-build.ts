import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../children/child-environment.ts'
import { lockFolder } from './folder-lock.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const web = join(root, 'apps/web')
export const webFolder = join(web, 'dist')
const LOOK_AGAIN_MS = 100

/** `source`: the web app's folder. `build`: builds the app into the new folder it is given. */
export type WebSource = { source: string; contract: string; build: (outDir: string) => Promise<void> }
const ours: WebSource = { source: web, contract: join(root, 'packages/contract/src'), build: buildWithVite }

/**
 * Builds the web app if its build is missing or older than its sources. Returns whether it did. One process builds, others wait. A build is
 * made beside `dist` and then replaces it, so `dist` is always complete.
 */
export async function ensureWebBuild(of = ours): Promise<boolean> {
  const dist = join(of.source, 'dist')
  const stamp = newest(
    [join(of.source, 'src'), join(of.source, 'public'), of.contract],
    ['index.html', 'shell.html', 'package.json', 'vite.config.ts', 'chunks.ts', 'signed-in-page.ts'].map((f) => join(of.source, f)),
  )
  const isFresh = (): boolean => existsSync(join(dist, 'index.html')) && readIfThere(join(dist, '.stamp')) === stamp
  if (isFresh()) return false
  const release = await waitForLock(of.source)
  try {
    if (isFresh()) return false
    await rebuild(of, dist, stamp)
    return true
  } finally {
    release()
  }
}

async function waitForLock(folder: string): Promise<() => void> {
  for (;;) {
    const release = await lockFolder(folder)
    if (release) return release
    await pause(LOOK_AGAIN_MS)
  }
}

async function rebuild({ source, build }: WebSource, dist: string, stamp: string): Promise<void> {
  // Left by builds that were killed. Each build has its own folder, because a killed one may still be writing.
  for (const name of readdirSync(source)) if (name.startsWith('dist.')) rmSync(join(source, name), { recursive: true, force: true })
  const [next, old] = ['next', 'old'].map((name) => join(source, `dist.${name}-${randomUUID()}`)) as [string, string]
  try {
    mkdirSync(next)
    await build(next)
    writeFileSync(join(next, '.stamp'), stamp)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(next, dist)
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
  }
}

async function buildWithVite(outDir: string): Promise<void> {
  await new Promise<void>((done, failed) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir], {
      cwd: web,
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`the web app could not be built:\n${output}`))))
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
