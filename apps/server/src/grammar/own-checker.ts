import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'
import type { Question, Reply } from './harper-child.ts'

export type OwnChecker = {
  /**
   * Checks one text after the other. Throws `grammar.busy` if too many wait, two of the same person's already do, or it would wait too
   * long, and `grammar.unavailable` if the process ends or takes too long. `of`: whose text it is; people take turns.
   */
  check: (of: number, question: Asked) => Promise<Reply>
  /** The process, for measurements; null: none runs. */
  pid: () => number | null
  /** Ends the process; texts that wait fail. */
  stop: () => Promise<void>
}

type Asked = Omit<Question, 'budgetMs'>
/**
 * `start`: of the process. `check`: of one text; then the process ends. `budget`: after this, the rest of a text is not checked. `wait`: of
 * a text before its check. `idle`: of the process.
 */
type Times = { startMs: number; checkMs: number; budgetMs: number; waitMs: number; idleMs: number }
const usual: Times = { startMs: 20_000, checkMs: 20_000, budgetMs: 6_000, waitMs: 15_000, idleMs: 60_000 }
const MOST_WAITING = 30
const MOST_WAITING_OF_ONE = 2
const RETRY_S = 5

type Waiting = { of: number; question: Asked; done: (reply: Reply) => void; failed: (error: AppError) => void; timer?: NodeJS.Timeout }

/** Harper in a process of its own, started by the first text and ended when there was none for a minute: it takes over 300 MB. */
export function createOwnChecker(times: Partial<Times> = {}): OwnChecker {
  const { startMs, checkMs, budgetMs, waitMs, idleMs } = { ...usual, ...times }
  const waiting: Waiting[] = []
  let child: ChildProcess | null = null
  let current: Waiting | null = null
  /** Who was served since the queue was last empty: the longer ago, the earlier. */
  const served = new Set<number>()
  let idle: NodeJS.Timeout | undefined
  let stopped = false

  const refuse = (text: Waiting): void => {
    waiting.splice(waiting.indexOf(text), 1)
    text.failed(busy())
  }

  const start = (): ChildProcess => {
    const started = startHarper()
    started.on('message', (reply: Reply) => {
      if (child === started) finish(reply)
    })
    const over = (): void => {
      if (child === started) finish(null)
    }
    started.once('exit', over).once('error', over)
    return started
  }

  /** `null`: the process ended without an answer. */
  const finish = (reply: Reply | null): void => {
    const text = current
    current = null
    clearTimeout(text?.timer)
    if (reply === null || reply.isLast) end()
    if (reply) text?.done(reply)
    else text?.failed(new AppError('grammar.unavailable'))
    next()
  }

  const end = (): void => {
    child?.kill('SIGKILL')
    child = null
  }

  const next = (): void => {
    if (current || stopped) return
    const text = nextOf(waiting, served)
    clearTimeout(idle)
    if (!text) {
      served.clear()
      idle = setTimeout(end, idleMs).unref()
      return
    }
    waiting.splice(waiting.indexOf(text), 1)
    clearTimeout(text.timer)
    current = text
    served.delete(text.of)
    served.add(text.of)
    const patience = child ? checkMs : startMs + checkMs
    const asked = (child ??= start())
    text.timer = setTimeout(() => asked.kill('SIGKILL'), patience).unref()
    const question: Question = { ...text.question, budgetMs }
    asked.send(question, (error) => error && asked.kill('SIGKILL'))
  }

  return {
    check: (of, question) => {
      const theirs = waiting.filter((text) => text.of === of).length
      if (stopped || waiting.length >= MOST_WAITING || theirs >= MOST_WAITING_OF_ONE) return Promise.reject(busy())
      return new Promise((done, failed) => {
        const text: Waiting = { of, question, done, failed }
        text.timer = setTimeout(() => refuse(text), waitMs).unref()
        waiting.push(text)
        next()
      })
    },
    pid: () => child?.pid ?? null,
    stop: async () => {
      stopped = true
      for (const text of waiting.slice()) refuse(text)
      const running = child
      if (!running) return
      const ended = new Promise((done) => running.once('exit', done))
      running.kill('SIGKILL')
      await ended
    },
  }
}

/** A text of an account that was not served yet, else of the one served longest ago: no account can starve the others. */
function nextOf(waiting: Waiting[], served: Set<number>): Waiting | undefined {
  const unserved = waiting.find(({ of }) => !served.has(of))
  if (unserved) return unserved
  for (const of of served) {
    const text = waiting.find((each) => each.of === of)
    if (text) return text
  }
  return undefined
}

const busy = (): AppError => new AppError('grammar.busy', { details: { retry_after: RETRY_S } })

/** Without the environment, which has secrets, and with no right but to read code. */
function startHarper(): ChildProcess {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const readable = [here, ...['node_modules/', 'packages/', 'apps/server/package.json', 'package.json'].map((path) => root + path)]
  return fork(fileURLToPath(new URL('./harper-child.ts', import.meta.url)), {
    env: {},
    execArgv: ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
