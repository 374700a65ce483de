/**
 * Groups items by key into batches of at most `size`, sorted by account. All code that locks several members uses this order, so none of it
 * can deadlock.
 */
export function batchesBy<T extends { accountId: number }>(items: T[], size: number, keyOf: (item: T) => unknown): T[][] {
  const byKey = [...Map.groupBy(items, keyOf).values()]
  return byKey.flatMap((all) => {
    const sorted = all.toSorted((a, b) => a.accountId - b.accountId)
    return Array.from({ length: Math.ceil(sorted.length / size) }, (_, i) => sorted.slice(i * size, (i + 1) * size))
  })
}
