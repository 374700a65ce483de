import type { Part } from './backup-file.ts'
import { PART_BYTES } from './content.ts'

/** Cuts a stream into numbered parts below a name such as `tables/orders`. `see`: is shown the bytes of each. */
export async function* inParts(name: string, stream: AsyncIterable<Buffer>, see: (bytes: Buffer) => void): AsyncGenerator<Part, number> {
  let chunks: Buffer[] = []
  let size = 0
  let count = 0
  const next = (): Part => {
    const bytes = Buffer.concat(chunks)
    chunks = []
    size = 0
    see(bytes)
    return { name: `${name}/${String(++count).padStart(6, '0')}`, bytes }
  }
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= PART_BYTES) yield next()
  }
  if (size > 0) yield next()
  return count
}

/** The name of what a part belongs to, such as `orders`; null: nothing of that folder. */
export function nameIn(folder: string, { name }: Part): string | null {
  return name.startsWith(folder) ? name.slice(folder.length, name.lastIndexOf('/')) : null
}
