import { writeFile } from 'node:fs/promises'
import { deflateSync, crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export function fileForm(bytes: Buffer | string, name = 'picture.png'): FormData {
  const form = new FormData()
  form.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  return form
}

/** Colours that run into each other, so that the picture neither is flat nor compresses to nothing. */
export function gradient(width: number, height: number): Sharp {
  const raw = Buffer.alloc(width * height * 3)
  for (let i = 0, at = 0; i < width * height; i++) {
    raw[at++] = (i % width) % 256
    raw[at++] = Math.floor(i / width) % 256
    raw[at++] = (i * 7) % 256
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

/** A PNG whose header promises this size, with one colour for all of it: a few kilobytes that ask for gigabytes. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  // Not all the rows: reading them would have to wait for memory that must never be asked for.
  const rows = deflateSync(Buffer.alloc(Math.min((width * 4 + 1) * height, 40_000_000)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The smallest things that count as a whole PDF and a whole archive. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const zip = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(26),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(18),
])

/** Writes a picture as a WebP of at most 60 KB, as good as that allows. */
export async function writeWebp(picture: Buffer, path: string): Promise<void> {
  for (const quality of [86, 76, 64, 50]) {
    const bytes = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length > 60_000) continue
    return writeFile(path, bytes)
  }
  throw new Error(`${path} does not get small enough`)
}
