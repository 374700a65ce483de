/** Says what a start does at the moment, such as `migrating the database: 12 of 51`. */
export type Tell = (what: string) => void
/** `look`: says what is new now, where no timer runs. */
export type Progress = { tell: Tell; look: () => void; end: () => void }

const SECOND_MS = 1000
/** Seconds after which the same is said again. */
const AGAIN_S = 10

/**
 * Says what a start that lasts longer than a second does: every second if that is new, and every ten seconds that it goes on. `sinceStart`:
 * milliseconds that have passed, as starting Node takes some.
 */
export function startProgress(write: (line: string) => void, sinceStart = performance.now()): Progress {
  const began = performance.now() - sinceStart
  let [what, saidWhat, saidAt, isOver] = ['', '', 0, false]
  const look = (): void => {
    const seconds = Math.floor((performance.now() - began) / SECOND_MS)
    const isKnown = what === saidWhat ? seconds < saidAt + AGAIN_S : seconds <= saidAt
    if (what === '' || isKnown || isOver) return
    ;[saidWhat, saidAt] = [what, seconds]
    write(`${seconds} s: ${what}`)
  }
  const timer = setInterval(look, SECOND_MS).unref()
  return {
    tell: (next) => {
      const isFirst = what === ''
      what = next
      if (isFirst) look()
    },
    look,
    end: () => {
      isOver = true
      clearInterval(timer)
    },
  }
}

/** For a start that nobody watches. */
export const silentProgress: Progress = { tell: () => {}, look: () => {}, end: () => {} }
