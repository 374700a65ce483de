import type { OwnerOf } from '../linked-devices/node-rows.ts'
import type { Counted } from './charge-batch.ts'

/**
 * Growth of counters since a process started. `known`: highest charged. Both sorted by account; entries without growth are left out.
 * `lowered`: number of counters below known, which add nothing.
 */
export function growthOf(known: Counted, report: Counted): { grown: Counted; lowered: number } {
  const grown: Counted = { accountIds: [], ups: [], downs: [] }
  let [lowered, k] = [0, 0]
  for (const [i, id] of report.accountIds.entries()) {
    while (k < known.accountIds.length && at(known.accountIds, k) < id) k++
    const isKnown = known.accountIds[k] === id
    const up = at(report.ups, i) - (isKnown ? at(known.ups, k) : 0)
    const down = at(report.downs, i) - (isKnown ? at(known.downs, k) : 0)
    if (up < 0 || down < 0) lowered++
    if (up <= 0 && down <= 0) continue
    grown.accountIds.push(id)
    grown.ups.push(Math.max(0, up))
    grown.downs.push(Math.max(0, down))
  }
  return { grown, lowered }
}

/** The highest counters after that growth. */
export function raisedBy(known: Counted, grown: Counted): Counted {
  const next: Counted = { accountIds: [], ups: [], downs: [] }
  let [k, g] = [0, 0]
  while (k < known.accountIds.length || g < grown.accountIds.length) {
    const [old, added] = [known.accountIds[k] ?? Infinity, grown.accountIds[g] ?? Infinity]
    const [isOld, isAdded] = [old <= added, added <= old]
    next.accountIds.push(Math.min(old, added))
    next.ups.push((isOld ? at(known.ups, k) : 0) + (isAdded ? at(grown.ups, g) : 0))
    next.downs.push((isOld ? at(known.downs, k) : 0) + (isAdded ? at(grown.downs, g) : 0))
    if (isOld) k++
    if (isAdded) g++
  }
  return next
}

/** What a node reported, by whose it is; entries that are nobody's are left out. */
export function byOwner(reported: Counted, ownerOf: OwnerOf): Counted {
  const rows = reported.accountIds.flatMap((rowId, i) => {
    const accountId = ownerOf(rowId)
    return accountId === undefined ? [] : [{ accountId, rowId, up: at(reported.ups, i), down: at(reported.downs, i) }]
  })
  const sorted = rows.toSorted((a, b) => a.accountId - b.accountId)
  return {
    accountIds: sorted.map((row) => row.accountId),
    ups: sorted.map((row) => row.up),
    downs: sorted.map((row) => row.down),
    rowIds: sorted.map((row) => row.rowId),
  }
}

/** Entries whose account passes a test. */
export function onlyAccounts(counted: Counted, passes: (accountId: number) => boolean): Counted {
  const { rowIds = null } = counted
  const kept = { accountIds: [] as number[], ups: [] as number[], downs: [] as number[], rowIds: rowIds && ([] as number[]) }
  for (const [i, id] of counted.accountIds.entries()) {
    if (!passes(id)) continue
    if (rowIds) kept.rowIds?.push(at(rowIds, i))
    kept.accountIds.push(id)
    kept.ups.push(at(counted.ups, i))
    kept.downs.push(at(counted.downs, i))
  }
  return kept
}

// The loops above stay within the bounds.
const at = (numbers: number[], i: number): number => numbers[i] ?? 0
