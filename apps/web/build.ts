import { resolve } from 'node:path'
import { build } from 'vite'
import { buildPublic } from './public-build.ts'

// Builds the web app into `dist`, or into the folder that is given. The app comes first, and its memory is free before the public pages.

const root = import.meta.dirname
const outDir = resolve(root, process.argv[2] ?? 'dist')
await build({ root, configFile: resolve(root, 'vite.config.ts'), build: { outDir, emptyOutDir: true } })
await buildPublic(outDir)
