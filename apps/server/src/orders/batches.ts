/** Items that share a key, in batches of at most `size`, each in order of account: whoever locks several members locks them so. */
export function batchesBy<T extends { accountId: number }>(items: T[], size: number, keyOf: (item: T) => unknown): T[][] {
  const byKey = [...Map.groupBy(items, keyOf).values()]
  return byKey.flatMap((all) => {
    const sorted = all.toSorted((a, b) => a.accountId - b.accountId)
    return Array.from({ length: Math.ceil(sorted.length / size) }, (_, i) => sorted.slice(i * size, (i + 1) * size))
  })
}
