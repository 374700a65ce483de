import type { Plugin } from 'vite'
import { allPages } from './src/app/routes.ts'

/** Lists the site's addresses beside the manifest, so that the server knows which paths are no page. */
export function pageList(): Plugin {
  return {
    name: 'page-list',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(allPages) })
    },
  }
}
