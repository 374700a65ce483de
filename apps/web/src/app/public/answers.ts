import { language } from '../../i18n.ts'
import { createStore, type Store } from '../../store.ts'

/** What is known of a call's answer. `at`: when it came, in Unix ms; 0: not yet. `isKept`: the server has kept it for a while. */
export interface Answer {
  data: unknown
  error: Error | null
  at: number
  isKept: boolean
}
type Key = readonly unknown[]

const NOTHING: Answer = { data: undefined, error: null, at: 0, isKept: false }

/** The answers of a page, by the name of their call. `given`: those that the server has read. */
export function newAnswers(given: Record<string, unknown> = {}, isKept = false) {
  const at = Date.now()
  const all = new Map(
    Object.entries(given).map(([name, data]): [string, Store<Answer>] => [name, createStore<Answer>({ data, error: null, at, isKept })]),
  )
  const lacking = new Map<string, () => Promise<unknown>>()
  return {
    all,
    asking: new Map<string, Promise<unknown>>(),
    lacking,
    /** The calls that drawing the page has asked for. */
    takeLacking: () => {
      const calls = [...lacking.values()]
      lacking.clear()
      return calls
    },
    hasFailed: () => [...all.values()].some((answer) => answer.get().error !== null),
    known: () => Object.fromEntries([...all].flatMap(([name, answer]) => (answer.get().at > 0 ? [[name, answer.get().data]] : []))),
  }
}
export type Answers = ReturnType<typeof newAnswers>

let answers = newAnswers()

/** Goes on with the answers of a page. */
export const goOnWith = (of: Answers): void => void (answers = of)

export const nameOf = (key: Key): string => JSON.stringify(key)

export function answerTo(key: Key): Store<Answer> {
  const name = nameOf(key)
  const known = answers.all.get(name)
  if (known) return known
  const made = createStore(NOTHING)
  answers.all.set(name, made)
  return made
}

/** Notes on the server what the page lacks. */
export function lack(key: Key, call: () => Promise<unknown>): void {
  answers.lacking.set(nameOf(key), () => ask(key, call))
}

/** Asks, and keeps the answer or the failure. What is being asked is not asked twice. */
export function ask(key: Key, call: () => Promise<unknown>): Promise<unknown> {
  const { asking } = answers
  const name = `${language.get()} ${nameOf(key)}`
  const now = asking.get(name) ?? askNow(key, call).finally(() => asking.delete(name))
  asking.set(name, now)
  return now
}

async function askNow(key: Key, call: () => Promise<unknown>): Promise<unknown> {
  const answer = answerTo(key)
  try {
    const data = await call()
    answer.set({ data, error: null, at: Date.now(), isKept: false })
    return data
  } catch (error) {
    answer.set((now) => ({ ...now, error: error instanceof Error ? error : new Error(String(error)) }))
    throw error
  }
}

/** What failed is asked for again when it is next drawn. */
export function forgetFailures(): void {
  for (const answer of answers.all.values()) if (answer.get().error) answer.set(NOTHING)
}
