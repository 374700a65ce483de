import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FILES = ['worker.js', 'offline.html', 'offline.js', 'favicon.svg']

/** Writes into the built worker what its offline page is made of: browsers replace a worker only if its file has changed. */
export function workerBuild(): Plugin {
  return {
    name: 'worker-build',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const texts = FILES.map((file) => readFileSync(join(dir, file), 'utf8'))
      const build = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12)
      writeFileSync(join(dir, 'worker.js'), (texts[0] ?? '').replace('__BUILD__', build))
    },
  }
}
