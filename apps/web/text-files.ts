import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes down every file of English texts, for the type of their keys, as soon as Vite has read its configuration. */
export function textFiles(): Plugin {
  return {
    name: 'text-files',
    configResolved({ root }) {
      const src = join(root, 'src')
      const files = globSync('*/*.en.json', { cwd: src }).toSorted()
      const types = files.map((file) => `  | typeof import('./${file.replaceAll('\\', '/')}')\n`)
      const [path, text] = [
        join(src, 'text-files.gen.ts'),
        `/** Every file of English texts. */\nexport type TextFile =\n${types.join('')}`,
      ]
      // A compiler may read it at this moment.
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    },
  }
}
