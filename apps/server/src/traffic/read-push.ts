/** A push as parallel arrays in ascending order of account, and how many entries were no use. */
export type Push = { accountIds: number[]; ups: number[]; downs: number[]; dropped: number }

/**
 * Reads `{"<uid>": [up, down]}`. An entry counts when its key is a plain decimal number and both values are whole numbers
 * in [0, 2^53); any other is dropped, and the rest is still good. Answers null when the text is no JSON object.
 */
export function readPush(text: string): Push | null {
  let entries: [string, unknown][]
  try {
    const report: unknown = JSON.parse(text)
    if (typeof report !== 'object' || report === null || Array.isArray(report)) return null
    entries = Object.entries(report)
  } catch {
    return null
  }
  const read = entries.flatMap(([uid, bytes]) => (isId(uid) && isPair(bytes) ? [[Number(uid), ...bytes] as const] : []))
  // Engines list short numeric keys in order already; long ones come as they were sent.
  read.sort(([a], [b]) => a - b)
  return {
    accountIds: read.map(([id]) => id),
    ups: read.map(([, up]) => up),
    downs: read.map(([, , down]) => down),
    dropped: entries.length - read.length,
  }
}

const isId = (uid: string): boolean => /^[1-9]\d{0,14}$/.test(uid)
const isBytes = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && isBytes(value[0]) && isBytes(value[1])
}
