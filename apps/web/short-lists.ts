import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const src = fileURLToPath(new URL('src', import.meta.url))

/** Draws the lines of an icon as one path, without the keys that the library gives each. */
export function shortIcons(): Plugin {
  return {
    name: 'short-icons',
    apply: 'build',
    transform: {
      filter: { id: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon\w+\.mjs$/ },
      handler(code) {
        const bare = code.replaceAll(/, "key": "svg-\d+"/g, '')
        // Not what begins with a relative move, which would go on from the other's end, nor what has a colour of its own.
        return { code: bare.replaceAll(/" }\], \["path", \{ "d": "(?=M[^"]*" }\])/g, ''), map: null }
      },
    },
  }
}

/** Shortens lists of libraries to what the app names: the build would look up all that stand in them. */
export function shortLists(): Plugin {
  return {
    name: 'short-lists',
    apply: 'build',
    transform: {
      filter: { id: [/tabler-icons-react\.mjs$/, /zod[\\/]v4[\\/]locales[\\/]index\.js$/] },
      handler(code, id) {
        // zod's own messages in sixty languages. Ours are in the contract.
        if (id.includes('zod')) return { code: 'export {}', map: null }
        const sources = globSync('**/*.{ts,tsx}', { cwd: src }).map((file) => readFileSync(`${src}/${file}`, 'utf8'))
        const named = new Set(sources.flatMap((text) => text.match(/\bIcon\w+/g) ?? []))
        const lines = code.split('\n').filter((line) => line.startsWith('export { default as Icon'))
        return { code: lines.filter((line) => line.match(/\bIcon\w+/g)?.some((name) => named.has(name))).join('\n'), map: null }
      },
    },
  }
}
