import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const loader = fileURLToPath(new URL('src/api/load-part.ts', import.meta.url))

/** Every `import()` of the built app goes through `loadPart`, which tries again. */
export function loadAgain(): Plugin {
  return {
    name: 'load-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler(code) {
        const declared = 'export const __vitePreload ='
        if (!code.includes(declared)) throw new Error('Vite loads chunks in another way')
        const wrapped = 'export const __vitePreload = (load, styles, from) => loadPart(() => loadOnce(load, styles, from))'
        return {
          code: `import { loadPart } from ${JSON.stringify(loader)}\n${code.replace(declared, 'const loadOnce =')}\n${wrapped}`,
          map: null,
        }
      },
    },
  }
}
