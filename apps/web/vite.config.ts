import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { sharedCode } from './chunks.ts'
import { contractExports } from './contract-exports.ts'
import { withoutServerParts } from './contract-parts.ts'
import { loadAgain } from './load-again.ts'
import { pageList } from './page-list.ts'
import { shortIcons, shortLists } from './short-lists.ts'
import { signedInPage } from './signed-in-page.ts'
import { tellProgress } from './tell-progress.ts'
import { textFiles } from './text-files.ts'
import { workerBuild } from './worker-build.ts'

const shared = sharedCode()
const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    tellProgress(),
    contractExports(),
    withoutServerParts(),
    shortLists(),
    shortIcons(),
    loadAgain(),
    shared.plugin,
    signedInPage(),
    pageList(),
    textFiles(),
    workerBuild(),
    tanstackRouter({
      target: 'react',
      virtualRouteConfig: './src/app/routes.ts',
      routesDirectory: './src',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
      autoCodeSplitting: true,
      // A page's loader goes into the page's chunk, so the first visit does not load what other pages fetch with.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']] },
    }),
    react(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  // The server replaces the placeholder with a fresh nonce in every response.
  html: { cspNonce: '__NONCE__' },
  build: {
    manifest: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Styles must arrive before their page. Scripts name what they import; a list for each page would be in the first visit.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      // Making a schema changes nothing, so one that nothing reads is left out. What does change something is imported by its name.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      // Code that every page needs goes into one file instead of a dozen.
      output: {
        // The first visit includes the names of all chunks. Names with only a hash save over a kilobyte.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'core',
              priority: 1000,
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|zod|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/,
            },
            ...shared.groups,
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/s/': server } },
})
