import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { endProcess } from '../../test/server-process.ts'
import { ensureWebBuild, RELEASED, type WebSource } from './web-build.ts'

const folders: string[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => endProcess(child, 'SIGKILL')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A web app whose build pauses between its two files. */
function app(write = async (outDir: string): Promise<void> => writeSlowly(outDir)) {
  const source = mkdtempSync(join(tmpdir(), 'portico-web-'))
  folders.push(source)
  mkdirSync(join(source, 'src'))
  const touch = (name: string): void => writeFileSync(join(source, 'src', name), name)
  touch('main.ts')
  const built: string[] = []
  const build: WebSource['build'] = async (outDir, tell) => {
    built.push(outDir)
    tell(50)
    await write(outDir)
  }
  const of: WebSource = { source, contract: join(source, 'contract'), build }
  const read = (name: string): string => readFileSync(join(source, 'dist', name), 'utf8')
  return { of, source, built, touch, read }
}
let serial = 0
async function writeSlowly(outDir: string): Promise<void> {
  const name = `app-${++serial}.js`
  writeFileSync(join(outDir, 'index.html'), name)
  await pause(50)
  writeFileSync(join(outDir, name), '')
}

test('of five that start at once one builds, and all continue with a complete build', async () => {
  const { of, source, built, read } = app()
  const start = async () => {
    const isOwn = await ensureWebBuild(of)
    expect(existsSync(join(source, 'dist', read('index.html')))).toBe(true)
    return isOwn
  }
  const own = await Promise.all([1, 2, 3, 4, 5].map(start))
  expect([own.filter(Boolean).length, built.length]).toEqual([1, 1])
  expect(readdirSync(source).toSorted()).toEqual(['dist', 'src'])
})

test('what the build itself runs makes it stale, but not its checks', async () => {
  const { of, source } = app()
  await ensureWebBuild(of)
  for (const name of ['page.test.ts', 'build.check.ts']) writeFileSync(join(source, name), '')
  expect(await ensureWebBuild(of)).toBe(false)
  for (const name of ['load-again.ts', 'style.html', 'tsconfig.json']) {
    writeFileSync(join(source, name), '')
    expect(await ensureWebBuild(of)).toBe(true)
  }
})

test('the build of a release stays as it came', async () => {
  const { of, source, built, touch } = app()
  mkdirSync(join(source, 'dist'))
  writeFileSync(join(source, 'dist/.stamp'), RELEASED)
  touch('page.ts')
  expect([await ensureWebBuild(of), built]).toEqual([false, []])
})

test('while a newer build is made, the old one is there and complete; each part that is done is told', async () => {
  const { of, source, touch, read } = app()
  const told: string[] = []
  await ensureWebBuild(of, (what) => told.push(what))
  expect(told.slice(-2)).toEqual(['building the web app', 'building the web app: 50 %'])
  touch('page.ts')
  const state = { isDone: false }
  const building = ensureWebBuild(of).finally(() => (state.isDone = true))
  const first = read('index.html')
  while (!state.isDone) {
    expect(existsSync(join(source, 'dist', read('index.html')))).toBe(true)
    await pause(1)
  }
  expect(await building).toBe(true)
  expect(read('index.html')).not.toBe(first)
})

test('a failed build is reported and leaves the old one, and the next start tries again', async () => {
  let isBroken = false
  const { of, source, touch, read } = app(async (outDir) => {
    await writeSlowly(outDir)
    if (isBroken) throw new Error('no such module')
  })
  await ensureWebBuild(of)
  const first = read('index.html')
  touch('page.ts')
  isBroken = true
  await expect(ensureWebBuild(of)).rejects.toThrow('no such module')
  expect(read('index.html')).toBe(first)
  expect(readdirSync(source).toSorted()).toEqual(['dist', 'src'])
  isBroken = false
  expect(await ensureWebBuild(of)).toBe(true)
})

test('a killed build leaves no lock and nothing that looks like a build', async () => {
  const { of, source, built } = app()
  const script = `
    const { ensureWebBuild } = await import(${JSON.stringify(fileURLToPath(new URL('web-build.ts', import.meta.url)))})
    const { writeFileSync } = await import('node:fs')
    const build = async (outDir) => {
      writeFileSync(outDir + '/index.html', 'half')
      console.log('building')
      await new Promise(() => setInterval(() => {}, 1000))
    }
    await ensureWebBuild({ source: ${JSON.stringify(source)}, contract: '', build })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  const waiting = ensureWebBuild(of)
  await pause(200)
  expect(built).toEqual([])
  await endProcess(child, 'SIGKILL')
  expect(await waiting).toBe(true)
  expect(readdirSync(source).toSorted()).toEqual(['dist', 'src'])
  expect(readFileSync(join(source, 'dist/index.html'), 'utf8')).not.toBe('half')
})
