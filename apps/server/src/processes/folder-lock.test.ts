import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { endProcess } from '../../test/server-process.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { lockData, lockDataIfFree } from './folder-lock.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-lock-'))
  folders.push(folder)
  return folder
}

const module_ = fileURLToPath(new URL('folder-lock.ts', import.meta.url))
/** How to start another process, which locks the folder, says how that went, and ends. */
function locking(folder: string, prefix: string[], end: string): [string, string[]] {
  const code = `import { lockDataIfFree } from ${JSON.stringify(module_)}
    await lockDataIfFree(${JSON.stringify(folder)}).then((release) => console.log(release ? 'locked' : 'beside'), (error) => console.log(error.message))
    ${end}`
  const [program, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', code]
  return [program, args]
}
function lockElsewhere(folder: string, prefix: string[], end = 'process.exit()'): string {
  return spawnSync(...locking(folder, prefix, end), { encoding: 'utf8' }).stdout.trim()
}
const inContainer = ['unshare', '--net']
const canUnshare = spawnSync('unshare', ['--net', 'true']).status === 0
const inUse = (folder: string): string => `another Portico process is using ${folder}`

test.skipIf(!canUnshare)(
  'a data folder is locked for other containers too, until its process ends or is killed (needs unshare)',
  async () => {
    const folder = newFolder()
    expect(lockElsewhere(folder, inContainer)).toBe('locked')
    expect(lockElsewhere(folder, inContainer, 'process.kill(process.pid, "SIGKILL")')).toBe('locked')
    await lockData(folder)
    expect(lockElsewhere(folder, inContainer)).toBe(inUse(folder))
    expect(lockElsewhere(folder, [])).toBe('beside')
    await expect(lockData(folder)).rejects.toThrow(inUse(folder))
  },
)

test.skipIf(!canUnshare)(
  'of containers that start at once one gets the folder, and the others leave its lock (needs unshare)',
  async () => {
    const folder = newFolder()
    // Leaves a socket that nobody listens at.
    lockElsewhere(folder, inContainer, 'process.kill(process.pid, "SIGKILL")')
    const children = Array.from({ length: 5 }, () =>
      spawn(...locking(folder, inContainer, 'process.stdin.resume().on("end", () => process.exit())')),
    )
    const said = await Promise.all(children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()))
    expect(said.toSorted()).toEqual([...Array.from({ length: 4 }, () => inUse(folder)), 'locked'])
    const [winner, losers] = [children[said.indexOf('locked')], children.filter((_, i) => said[i] !== 'locked')]
    await Promise.all(losers.map((child) => (child.stdin.end(), once(child, 'close'))))
    expect(lockElsewhere(folder, inContainer)).toBe(inUse(folder))
    if (winner) await endProcess(winner, 'SIGKILL')
  },
)

test.skipIf(!canUnshare)('a folder that is released is free for other containers, and nothing is left in it (needs unshare)', async () => {
  const folder = newFolder()
  const release = await lockDataIfFree(folder)
  expect(await lockDataIfFree(folder)).toBeNull()
  release?.()
  expect(readdirSync(folder)).toEqual([])
  expect(lockElsewhere(folder, inContainer)).toBe('locked')
})

test('a command beside a server does not start a PostgreSQL of its own', async () => {
  const folder = newFolder()
  await expect(startEmbedded(folder, { mayStart: false })).rejects.toThrow(`the PostgreSQL of ${folder} runs in another container`)
  expect(readdirSync(folder)).toEqual([])
})
