import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: string; text: string }

/**
 * A ZIP file of texts. Names are plain ASCII; all entries get the same time. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function zipOf(entries: Entry[], at: Date): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const described = describe({ crc: crc32(content), packed: packed.length, size: content.length, name: name.length }, at)
    const local = Buffer.concat([signature('PK\x03\x04'), described, Buffer.from(name), packed])
    directory.push(Buffer.concat([signature('PK\x01\x02'), uint16(20), described, Buffer.alloc(10), uint32(offset), Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = uint16(entries.length)
  const end = [signature('PK\x05\x06'), Buffer.alloc(4), count, count, uint32(central.length), uint32(offset), uint16(0)]
  return Buffer.concat([...parts, central, ...end])
}

type Sizes = { crc: number; packed: number; size: number; name: number }

/** The fields that an entry and the directory share: version 2.0, names in UTF-8, deflated. */
function describe({ crc, packed, size, name }: Sizes, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const small = [20, 0x800, 8, time, date].map(uint16)
  return Buffer.concat([...small, uint32(crc), uint32(packed), uint32(size), uint16(name), uint16(0)])
}

const signature = (text: string): Buffer => Buffer.from(text, 'latin1')

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
