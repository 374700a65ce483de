/** Says what a start does at the moment, such as `migrating the database: 12 of 51`. */
export type Tell = (what: string) => void
export type Progress = { tell: Tell; end: () => void }

const SECOND_MS = 1000
/** Seconds after which the same is said again. */
const AGAIN_S = 10

/**
 * Says what a start that lasts longer than a second does: every second if that is new, and every ten seconds that it goes on. `sinceStart`:
 * milliseconds that have passed, as reading the code takes some.
 */
export function startProgress(write: (line: string) => void, sinceStart = performance.now()): Progress {
  let [what, saidWhat, saidAt, seconds] = ['', '', 0, Math.floor(sinceStart / SECOND_MS)]
  const say = (): void => {
    if (what === '' || (what === saidWhat && seconds < saidAt + AGAIN_S)) return
    ;[saidWhat, saidAt] = [what, seconds]
    write(`${seconds} s: ${what}`)
  }
  const timer = setInterval(() => {
    seconds++
    say()
  }, SECOND_MS).unref()
  return {
    tell: (next) => {
      const isFirst = what === ''
      what = next
      if (isFirst && seconds > 0) say()
    },
    end: () => clearInterval(timer),
  }
}

/** For a start that nobody watches. */
export const silentProgress: Progress = { tell: () => {}, end: () => {} }
