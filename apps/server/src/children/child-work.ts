import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { AppError } from '../errors.ts'
import { ALLOCATOR } from '../memory/allocator.ts'
import { sizes } from '../memory/sizes.ts'
import type { Asked, Reply } from './answer-questions.ts'
import { createRoom, type Room, type Tenant } from './child-room.ts'
import { endFirst } from './end-first.ts'
import { processorTime } from './processor-time.ts'

/** Runs work that outsiders can make slow, in child processes. */
export type ChildWork<Q, A> = {
  /** Asks a question. `of`: account it belongs to; accounts take turns, and one account's questions are answered in sequence. */
  ask: (of: number, question: Q) => Promise<A>
  /** Process ids, for measurements. */
  pids: () => number[]
  /** Ends the processes; questions that wait fail. */
  stop: () => Promise<void>
}

type Kind = {
  script: URL
  /** Flags and variables of the process, which gets no others. It may read code, and nothing else that is not allowed here. */
  flags?: string[]
  env?: Record<string, string>
  processes: number
  mostWaiting: number
  mostWaitingOfOne: number
  /** Error for a question that cannot wait, or waited too long. */
  busy: () => AppError
  /** Error for a question whose process ended; `isLate`: it took too long. */
  failed: (isLate: boolean) => AppError
  /** What its processes share with those of other kinds; default: one room for all. */
  room?: Room
}
/**
 * `start`: of a process. `work`: on one question, by the clock and in processor time; then the process ends. `wait`: of a question before
 * that. `idle`: of a process.
 */
export type Times = { startMs: number; workMs: number; cpuMs: number; waitMs: number; idleMs: number }

type Job<Q, A> = Asked<Q> & { of: number; done: (answer: A) => void; failed: (error: AppError) => void; timer?: NodeJS.Timeout }
type Worker<Q, A> = { process: ChildProcess; job: Job<Q, A> | null; isLate: boolean; timer?: NodeJS.Timeout }

const WATCH_MS = 100
/** Niceness of children, so that orders and node reports go first. Set at once, because loading code takes time too. */
const LOWER_PRIORITY = 5
const allChildren = createRoom(sizes.children)

/** Starts a child with the first question, and ends it after some time without any. */
export function createChildWork<Q, A>(kind: Kind, { startMs, workMs, cpuMs, waitMs, idleMs }: Times): ChildWork<Q, A> {
  const waiting: Job<Q, A>[] = []
  const workers = new Set<Worker<Q, A>>()
  /** Accounts served since the queue was last empty, longest ago first. */
  const served = new Set<number>()
  const { room = allChildren } = kind
  let stopped = false

  const refuse = (job: Job<Q, A>): void => {
    waiting.splice(waiting.indexOf(job), 1)
    job.failed(kind.busy())
  }

  const wait = (job: Job<Q, A>): void => {
    job.timer = setTimeout(() => refuse(job), waitMs).unref()
    waiting.push(job)
    next()
  }

  const start = (): Worker<Q, A> => {
    const worker: Worker<Q, A> = { process: startChild(kind), job: null, isLate: false }
    workers.add(worker)
    worker.process.on('message', (reply: Reply<A>) => finish(worker, reply))
    const over = (): void => finish(worker, null)
    worker.process.once('exit', over).once('error', over)
    return worker
  }

  const end = (worker: Worker<Q, A>): void => {
    clearTimeout(worker.timer)
    workers.delete(worker)
    worker.process.kill('SIGKILL')
  }

  /** `null`: the process ended without an answer. */
  const finish = (worker: Worker<Q, A>, reply: Reply<A> | null): void => {
    if (!workers.has(worker)) return
    const { job } = worker
    worker.job = null
    clearInterval(worker.timer)
    if (!reply || reply.isLast) end(worker)
    else worker.timer = setTimeout(end, Math.min(idleMs, sizes.idleMs), worker).unref()
    if (job && !reply) job.failed(kind.failed(worker.isLate))
    else if (job && reply && 'answer' in reply) job.done(reply.answer)
    else if (job && !stopped) wait({ ...job, isHeavy: true })
    room.freed(tenant)
    next()
  }

  const next = (): void => {
    for (;;) {
      const free = [...workers].find(({ job }) => !job)
      if (stopped || (!free && workers.size >= kind.processes)) return
      const atWork = [...workers].flatMap(({ job }) => job ?? [])
      // A heavy question takes so much memory that only one fits.
      const may = waiting.filter((job) => !atWork.some(({ of, isHeavy }) => of === job.of || (isHeavy && job.isHeavy)))
      const job = nextOf(may, served)
      if (!job) {
        if (waiting.length === 0 && atWork.length === 0) served.clear()
        return
      }
      if (!free && !room.makeRoom()) return
      waiting.splice(waiting.indexOf(job), 1)
      clearTimeout(job.timer)
      served.delete(job.of)
      served.add(job.of)
      work(free ?? start(), job, free ? workMs : startMs + workMs)
    }
  }

  const work = (worker: Worker<Q, A>, job: Job<Q, A>, patienceMs: number): void => {
    clearTimeout(worker.timer)
    worker.job = job
    const { pid = 0 } = worker.process
    const [began, used] = [performance.now(), processorTime(pid)]
    const watch = (): void => {
      const passed = performance.now() - began
      // Where the system does not say, the clock counts.
      const spent = used === null ? passed : (processorTime(pid) ?? used) - used
      worker.isLate = passed > patienceMs || spent > cpuMs
      if (worker.isLate) worker.process.kill('SIGKILL')
    }
    worker.timer = setInterval(watch, Math.min(WATCH_MS, patienceMs)).unref()
    const { question, isHeavy } = job
    worker.process.send({ question, isHeavy } satisfies Asked<Q>, (error) => error && worker.process.kill('SIGKILL'))
  }

  const tenant: Tenant = {
    running: () => workers.size,
    endIdle: () => {
      const idle = [...workers].find(({ job }) => !job)
      if (idle) end(idle)
      return idle !== undefined
    },
    next,
  }
  room.enter(tenant)

  return {
    ask: (of, question) => {
      const theirs = waiting.filter((job) => job.of === of).length
      if (stopped || waiting.length >= kind.mostWaiting || theirs >= kind.mostWaitingOfOne) return Promise.reject(kind.busy())
      return new Promise((done, failed) => wait({ of, question, isHeavy: false, done, failed }))
    },
    pids: () => [...workers].flatMap(({ process }) => process.pid ?? []),
    stop: async () => {
      stopped = true
      for (const job of waiting.slice()) refuse(job)
      const ended = [...workers].map(({ process }) => new Promise((done) => process.once('exit', done).kill('SIGKILL')))
      await Promise.all(ended)
      room.leave(tenant)
    },
  }
}

/** The next job: of an account not served yet, else served longest ago, so that nobody starves the others. */
function nextOf<J extends { of: number }>(waiting: J[], served: Set<number>): J | undefined {
  const unserved = waiting.find(({ of }) => !served.has(of))
  if (unserved) return unserved
  for (const of of served) {
    const job = waiting.find((each) => each.of === of)
    if (job) return job
  }
  return undefined
}

/** Starts a child without the server's environment, which has secrets, and without rights but to read code. */
function startChild({ script, flags = [], env = {} }: Kind): ChildProcess {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const readable = ['node_modules/', 'packages/', 'apps/server/src/', 'apps/server/package.json', 'package.json']
  // With little memory, what the server no longer needs makes room for the child.
  globalThis.gc?.()
  const child = fork(fileURLToPath(script), {
    env: { ...ALLOCATOR, ...env },
    execArgv: ['--permission', ...readable.map((path) => `--allow-fs-read=${root}${path}`), ...flags],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // No pid: it did not start, and the 'error' event follows.
  if (child.pid === undefined) return child
  setPriority(child.pid, LOWER_PRIORITY)
  endFirst(child.pid, true)
  return child
}
