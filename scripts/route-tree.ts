import { existsSync } from 'node:fs'
import { resolveConfig } from 'vite'

// The router's plugin writes apps/web/src/app/route-tree.gen.ts as soon as Vite has read its configuration.
// Types, lint and dead code need that file before the first build.
if (existsSync('apps/web/vite.config.ts')) await resolveConfig({ root: 'apps/web', logLevel: 'warn' }, 'build')
