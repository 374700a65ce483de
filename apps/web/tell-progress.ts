import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = /(apps[\\/]web|packages[\\/]contract)[\\/]src[\\/].*\.(tsx?|css)$/
const folder = fileURLToPath(new URL('../..', import.meta.url))

/** Tells the server that waits for a build which part of our own sources has been read, in percent. */
export function tellProgress(): Plugin {
  const all = globSync('{apps/web,packages/contract}/src/**/*.{ts,tsx,css}', { cwd: folder }).filter((path) => !path.includes('.test.'))
  const read = new Set<string>()
  let told = 0
  return {
    name: 'tell-progress',
    apply: () => process.send !== undefined,
    transform: {
      filter: { id: own },
      handler(_, id) {
        read.add(id)
        const percent = Math.min(99, Math.floor((100 * read.size) / all.length))
        if (percent > told) process.send?.((told = percent))
      },
    },
  }
}
