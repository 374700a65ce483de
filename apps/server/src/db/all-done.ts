/**
 * Waits for all of it, also when some of it fails, then throws the first error. Statements of one transaction that are sent
 * together go through here: none may still be on its way when the transaction ends.
 */
export async function allDone<T extends readonly unknown[] | []>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
