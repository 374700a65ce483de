import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { gradient } from '../../test/pictures.ts'
import { createPictures, type Pictures } from './pictures.ts'

// Times in which a busy machine is not slow.
const patient = { startMs: 120_000, workMs: 120_000, cpuMs: 120_000, waitMs: 120_000 }
let pictures: Pictures
afterEach(() => pictures.stop())

const small = (): Promise<Buffer> => gradient(30, 30).png().toBuffer()
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'rewritten',
    (error: { code: string }) => error.code,
  )

test('a picture that takes more than its processor time is given up, and its process ends', async () => {
  pictures = createPictures({ ...patient, cpuMs: 1 })
  const rewriting = codeOf(pictures.rewrite(1, 'picture', await gradient(1000, 1000).png().toBuffer()))
  const [first] = pictures.pids()
  expect(await rewriting).toBe('file.too_slow')
  const again = codeOf(pictures.rewrite(1, 'picture', await small()))
  expect(pictures.pids()).not.toContain(first)
  expect(await again).toBe('file.too_slow')
})

test('while one person’s picture takes long, another’s is rewritten and their own next one waits', async () => {
  pictures = createPictures(patient)
  const done: string[] = []
  const rewrite = async (of: number, name: string): Promise<unknown> =>
    pictures.rewrite(of, 'avatar', await small()).then(() => done.push(name))
  const slow = rewrite(1, 'slow')
  await expect.poll(() => pictures.pids().length).toBe(1)
  const [pid = 0] = pictures.pids()
  process.kill(pid, 'SIGSTOP')
  const next = rewrite(1, 'next')
  await rewrite(2, 'other')
  await rewrite(2, 'other again')
  expect(done).toEqual(['other', 'other again'])
  expect(pictures.pids()).toHaveLength(2)
  process.kill(pid, 'SIGCONT')
  await Promise.all([slow, next])
  expect(done.slice(2)).toEqual(['slow', 'next'])
}, 180_000)

test('two large pictures at once are both rewritten, and what they took is given back', async () => {
  pictures = createPictures({ ...patient, idleMs: 0 })
  const large = await sharp({ create: { width: 4100, height: 4000, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const both = await Promise.all([1, 2].map((of) => pictures.rewrite(of, 'picture', large)))
  expect(both.map(({ width, thumbnail }) => [width, thumbnail !== null])).toEqual([
    [2560, true],
    [2560, true],
  ])
  await expect.poll(() => pictures.pids()).toEqual([])
}, 180_000)

// The environment of other processes is read from /proc.
test.runIf(process.platform === 'linux')(
  'the process knows no secret of the server, and a crash fails its own picture alone',
  async () => {
    pictures = createPictures(patient)
    process.env['SOME_SECRET'] = 'x'
    const crashed = codeOf(pictures.rewrite(1, 'picture', await small()))
    delete process.env['SOME_SECRET']
    const [pid = 0] = pictures.pids()
    const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((line) => line.split('=')[0])
    expect(names.filter((name) => name !== '' && !name?.startsWith('MALLOC_') && !name?.startsWith('NODE_CHANNEL_'))).toEqual([])
    process.kill(pid, 'SIGKILL')
    expect(await crashed).toBe('file.damaged')
    expect(await codeOf(pictures.rewrite(1, 'picture', await small()))).toBe('rewritten')
  },
  180_000,
)
