/** Commands for the query cache, which fills them in when a page loads it. The login page works without that cache. */
export const cache = {
  /** Clears everything: the next user may be someone else. */
  clear: (): void => {},
  /** Refetches everything drawn from now on. */
  refresh: (): void => {},
  /** Allows failed queries to run again. */
  forgetFailures: (): void => {},
  /** Refetches what is on the screen; failed queries may run again. */
  catchUp: (): void => {},
  /** Time of the oldest answer on the screen, in Unix ms; null: none. */
  oldest: (): number | null => null,
}
