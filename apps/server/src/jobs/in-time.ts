/** The result of the work, or an error when it takes longer than `ms`: nothing may wait for a gateway forever. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, ms, new Error(`no answer in ${ms} ms`))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
