/** Reads the body of another server's answer. null: it is longer than that, and the rest is not read. */
export async function readAtMost(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
