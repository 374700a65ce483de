import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { writePageTexts } from './page-texts.ts'

/**
 * Writes down the keys of all English texts as soon as Vite has read its configuration, and when a text changes. The keys themselves, because
 * the compiler checks again what uses a file only if the file's own types changed, and `typeof import` says the same of any texts.
 */
export function textFiles(): Plugin {
  let src = ''
  const write = (): void => {
    const texts = globSync('*/*.en.json', { cwd: src }).map((file) => JSON.parse(readFileSync(join(src, file), 'utf8')) as object)
    const keys = texts.flatMap((text) => Object.keys(text)).toSorted()
    const text = `/** The keys of all English texts. */\nexport type TextKey =\n${keys.map((key) => `  | '${key}'\n`).join('')}`
    const path = join(src, 'text-files.gen.ts')
    // A compiler may read it at this moment.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    writePageTexts(src)
  }
  return {
    name: 'text-files',
    configResolved({ root }) {
      src = join(root, 'src')
      write()
    },
    watchChange(path) {
      if (/\.(en|zh-CN)\.json$/.test(path)) write()
    },
  }
}
