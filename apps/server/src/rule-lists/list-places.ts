import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** Character around a list's name in a text. PostgreSQL cannot store it, so no other text has it. */
const EDGE = '\0'

/** Placeholder for a list, filled when the text is sent. */
export function placeOf(name: string): string {
  return EDGE + name + EDGE
}

export function hasPlaces(text: string): boolean {
  return text.includes(EDGE)
}

/** A list as it is sent: plain, and packed so that it can be a part of a gzip stream. */
export type SentList = { text: string; bytes: Buffer; packed: Buffer }

export async function toSend(text: string): Promise<SentList> {
  const bytes = Buffer.from(text)
  return { text, bytes, packed: await promisify(deflateRaw)(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) }
}

/** A text with its lists filled in. */
export function fillPlaces(text: string, listOf: (name: string) => SentList): string {
  return text
    .split(EDGE)
    .map((part, at) => (at % 2 === 1 ? listOf(part).text : part))
    .join('')
}

/** A text with its lists as gzip (RFC 1952). Lists are compressed once and only copied; text between is stored. */
export function zipPlaces(text: string, listOf: (name: string) => SentList): Buffer {
  const parts: Buffer[] = [HEAD]
  let [checksum, size] = [0, 0]
  for (const [at, part] of text.split(EDGE).entries()) {
    const list = at % 2 === 1 ? listOf(part) : null
    const bytes = list?.bytes ?? Buffer.from(part)
    parts.push(...(list ? [list.packed] : storedBlocks(bytes)))
    checksum = crc32(bytes, checksum)
    size += bytes.length
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(checksum, 0)
  end.writeUInt32LE(size, 4)
  return Buffer.concat([...parts, LAST, end])
}

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const LAST = Buffer.from([3, 0])
const MOST_STORED = 0xffff

function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += MOST_STORED) {
    const block = bytes.subarray(from, from + MOST_STORED)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(block.length ^ 0xffff, 3)
    blocks.push(head, block)
  }
  return blocks
}
