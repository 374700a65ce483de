import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './harness.ts'

export async function storedNames({ app }: TestApp): Promise<string[]> {
  const found = await readdir(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
