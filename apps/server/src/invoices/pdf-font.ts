import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'

const FILE = new URL('font/noto-sans-sc.woff', import.meta.url)
const [WOFF_HEADER, WOFF_ENTRY, SFNT_HEADER, SFNT_ENTRY] = [44, 20, 12, 16]
let unpacked: Promise<Buffer> | undefined

/** Reads the font at first use. Noto Sans SC: GB 2312, further common characters, and European languages. */
export function pdfFont(): Promise<Buffer> {
  unpacked ??= readFile(FILE).then(unpackWoff)
  return unpacked
}

/** Unpacks the font, because the PDF library would inflate the whole table per glyph. */
function unpackWoff(woff: Buffer): Buffer {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, n) => {
    const at = WOFF_HEADER + n * WOFF_ENTRY
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    return { tagAndSum: [woff.subarray(at, at + 4), woff.subarray(at + 16, at + 20)], bytes: packed < length ? inflateSync(bytes) : bytes }
  })
  const header = Buffer.alloc(SFNT_HEADER)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [header]
  let offset = SFNT_HEADER + tables.length * SFNT_ENTRY
  for (const { tagAndSum, bytes } of tables) {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(offset, 0)
    place.writeUInt32BE(bytes.length, 4)
    parts.push(...tagAndSum, place)
    offset += padded(bytes).length
  }
  return Buffer.concat([...parts, ...tables.map(({ bytes }) => padded(bytes))])
}

/** Tables begin at multiples of four. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}
