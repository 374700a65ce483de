/** `isHeavy`: there is memory for a heavy question. */
export type Asked<Q> = { question: Q; isHeavy: boolean }
/** `isLast`: the process takes no more. Without an answer, the question is asked again when there is room for a heavy one. */
export type Reply<A> = { answer: A; isLast: boolean } | { isLast: boolean }

/**
 * The part of `createChildWork` that runs in the process. `answer` returns null for a question that is heavy when it may not be. Above
 * `mostBytes` of memory, which odd questions can make grow for good, a new process costs less.
 */
export function answerQuestions<Q, A>(mostBytes: number, answer: (asked: Asked<Q>) => Promise<A | null>): void {
  process.on('message', (asked: Asked<Q>) => {
    void answer(asked).then((given) => {
      const isLast = process.memoryUsage.rss() > mostBytes
      process.send?.((given === null ? { isLast } : { answer: given, isLast }) satisfies Reply<A>)
    })
  })
  // The server has ended, perhaps without a chance to say so.
  process.on('disconnect', () => process.exit())
  // Work that failed in an unforeseen way leaves a process that nobody can trust.
  process.on('unhandledRejection', () => process.exit(1))
}
