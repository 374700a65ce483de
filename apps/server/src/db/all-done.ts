/**
 * Waits for all of it, also when some of it fails, then throws the first error. Statements of one transaction that are sent
 * together go through here: none may still be on its way when the transaction ends.
 */
export async function allDone<T>(work: Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work)
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
