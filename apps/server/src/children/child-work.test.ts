import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createRoom } from './child-room.ts'
import { createChildWork } from './child-work.ts'

const room = createRoom(1)
const times = { startMs: 60_000, workMs: 60_000, cpuMs: 60_000, waitMs: 60_000, idleMs: 60_000 }
const kind = () =>
  createChildWork<unknown, string>(
    {
      script: new URL('../files/picture-child.ts', import.meta.url),
      flags: ['--allow-addons'],
      processes: 2,
      mostWaiting: 30,
      mostWaitingOfOne: 30,
      busy: () => new AppError('file.busy'),
      failed: () => new AppError('file.damaged'),
      room,
    },
    times,
  )
const [one, other] = [kind(), kind()]
afterAll(() => Promise.all([one.stop(), other.stop()]))
const question = { as: 'picture', bytes: Buffer.from('no picture'), most: { megapixels: 1, exact: true } }

test('with room for one process, two kinds take turns, and an idle one makes room; the system would end it before the server', async () => {
  const running: number[] = []
  const ask = async ({ ask }: typeof one, of: number): Promise<string> => {
    const answer = await ask(of, question)
    running.push(one.pids().length + other.pids().length)
    return answer
  }
  const answers = await Promise.all([ask(one, 1), ask(one, 2), ask(other, 1), ask(other, 2)])
  expect(answers).toEqual(Array.from({ length: 4 }, () => 'file.unknown_type'))
  expect(Math.max(...running)).toBe(1)
  await ask(one, 3)
  expect(other.pids()).toEqual([])
  if (process.platform === 'linux') expect(readFileSync(`/proc/${one.pids()[0]}/oom_score_adj`, 'utf8')).toBe('500\n')
})
