/** Commands for the query cache, which fills them in when a page loads it. The login page works without that cache. */
export const cache = {
  /** Clears everything: the next user may be someone else. */
  clear: (): void => {},
  /** Everything drawn from now on is fetched again. */
  refresh: (): void => {},
  /** Allows failed queries to run again. */
  forgetFailures: (): void => {},
  /** What is on the screen is fetched again, and failed queries may run again. */
  catchUp: (): void => {},
  /** When the oldest answer on the screen came, in milliseconds; null: there is none. */
  oldest: (): number | null => null,
}
