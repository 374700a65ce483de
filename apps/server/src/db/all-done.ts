/**
 * Waits for all the work even when some of it fails, then throws the first error. For statements of one transaction that are sent
 * together: none may still be running when the transaction ends.
 */
export async function allDone<T extends readonly unknown[] | []>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
