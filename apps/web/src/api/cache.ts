/** Orders to the query cache. It fills them in itself when a page brings it along: a login page works without it. */
export const cache = {
  /** Forgets everything: somebody else may sit here next. */
  clear: (): void => {},
  /** Whatever is drawn from now on is fetched again. */
  refresh: (): void => {},
  /** Lets what has failed be tried again. */
  forgetFailures: (): void => {},
}
