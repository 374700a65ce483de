/** Opens the row before or after the one in the drawer; undefined: there is none on this page. */
export interface Steps {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** The neighbours of the opened row among the rows of its page. */
export function stepsOf<T>(rows: T[] | undefined, isOpened: (row: T) => boolean, open: (row: T) => void): Steps | undefined {
  const at = rows?.findIndex(isOpened) ?? -1
  if (!rows || at < 0) return undefined
  const to = (row: T | undefined) => row && (() => open(row))
  return { previous: to(rows[at - 1]), next: to(rows[at + 1]) }
}
