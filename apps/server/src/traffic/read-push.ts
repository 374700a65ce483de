/** A push as parallel arrays in ascending order of the numbers that nodes know members and devices by, and the number of unusable entries. */
export type Push = { accountIds: number[]; ups: number[]; downs: number[]; dropped: number }

/**
 * Reads `{"<uid>": [up, down]}`. An entry counts if its key is a plain decimal number and both values are whole numbers in [0, 2^53).
 * Others are dropped without affecting the rest. Null if the text is not a JSON object.
 */
export function readPush(text: string): Push | null {
  const report = parseObject(text)
  return report && readCounters(report)
}

/** Like `readPush`, for a report that is parsed already. */
export function readCounters(report: Record<string, unknown>): Push {
  const keys = Object.keys(report)
  const push: Push = { accountIds: [], ups: [], downs: [], dropped: 0 }
  // One pass, without a small array per entry: there may be tens of thousands.
  for (const uid of inOrder(keys.filter((key) => ID.test(key)))) {
    const bytes = report[uid]
    if (!Array.isArray(bytes) || bytes.length !== 2 || !isBytes(bytes[0]) || !isBytes(bytes[1])) continue
    push.accountIds.push(Number(uid))
    push.ups.push(bytes[0])
    push.downs.push(bytes[1])
  }
  push.dropped = keys.length - push.accountIds.length
  return push
}

const ID = /^[1-9]\d{0,14}$/
const isBytes = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return value as Record<string, unknown> // an object, as checked above
  } catch {
    return null
  }
}

/** Ids in ascending order. Engines list numeric keys below 2^32 so, and larger ones as they came. */
function inOrder(ids: string[]): string[] {
  return ids.every((id) => id.length < 10 || (id.length === 10 && id < '4294967295')) ? ids : ids.toSorted((a, b) => Number(a) - Number(b))
}
