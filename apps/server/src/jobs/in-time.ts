/** What the work becomes, or a failure when it takes longer: nothing waits for a gateway for ever. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, ms, new Error(`no answer in ${ms} ms`))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
