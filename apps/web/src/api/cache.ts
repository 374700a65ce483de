/** Orders to the query cache. It fills them in itself when a page brings it along: a login page works without it. */
export const cache = {
  /** Forgets everything: somebody else may sit here next. */
  clear: (): void => {},
  /** Fetches again what is on the screen. */
  refresh: (): void => {},
  /** Lets what has failed be tried again. */
  forgetFailures: (): void => {},
}
