/** The result of the work, or the error `late` when it takes longer than `ms`: nothing may wait for a gateway forever. */
export async function inTime<T>(work: Promise<T>, ms: number, late = new Error(`no answer in ${ms} ms`)): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, ms, late)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
