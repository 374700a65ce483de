import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
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
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Code that every page needs goes into one file instead of a dozen.
      output: {
        // The first visit includes the names of all chunks. Names with only a hash save over a kilobyte.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|zod|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/,
            },
            // What every page calls with, and the contract of signing in. In one file, the first visit is over two kilobytes smaller.
            {
              name: 'base',
              test: /apps[\\/]web[\\/]src[\\/]((i18n|store|toast|cookies)|api[\\/](call|confirm|session|loading|who|cache|site)|app[\\/](guard[\\/](guard|safe-redirect)|refresh|settings|theme|invite-code))\.ts$|packages[\\/]contract[\\/]src[\\/](endpoint|errors|signature|sha256|accounts|auth|codes|passkey-answers|challenge-proof|sign-in-sites|paging|money|site|translations)\.ts$/,
            },
            // Small parts of every page, public or signed in.
            {
              name: 'shell',
              test: /web[\\/]src[\\/](app[\\/](page-title|toasts)|app[\\/]layout[\\/](brand|scheme-switch|language-switch)|ui[\\/]plain[\\/]icons)\.tsx?$/,
            },
            // What the pages for logging in and registering share.
            {
              name: 'entry',
              test: /web[\\/]src[\\/](ui[\\/]plain[\\/](field|plain-form|button)|accounts[\\/]entry-card|auth[\\/]address-field|factors[\\/](use-entering|second-token)|issuers[\\/]other-sites-slot|passkeys[\\/]passkey-button)\.tsx?$/,
            },
            { name: 'asking', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]|web[\\/]src[\\/]api[\\/]query\.ts$/ },
            // Small parts of most pages.
            {
              name: 'parts',
              test: /web[\\/]src[\\/](api[\\/]may|ui[\\/](plain[\\/]public-frame|stone[\\/](drawing|arch)|use-search-text|copy-button|copy-text|path-link|empty-state|allowed|text-button|stacked|status-badge|face|card|facts|page-header|page-search|drawer[\\/](row-steps|drawer-headline)|table[\\/](table-totals|save-file)|form[\\/](number-field|gigabytes|unit|form-section)|format[\\/](bytes|format-bytes|date-time|format-time|time-ago|use-money|format-money|money|calendar)))\.tsx?$|packages[\\/]contract[\\/]src[\\/](country-name|percent-of|describe-device)\.ts$/,
            },
            // What most of the component library's parts share, which every signed-in page loads.
            {
              name: 'controls',
              test: /node_modules[\\/]@mantine[\\/](hooks[\\/]|core[\\/]esm[\\/](core|components[\\/](Text|Group|Stack|Input|InputBase|TextInput|Skeleton|CheckIcon|Checkbox|NativeSelect|Combobox|Accordion))[\\/])/,
            },
            // The doctor stands on two pages, what goes along with a ticket on others.
            {
              name: 'diagnosis',
              test: /web[\\/]src[\\/](diagnosis[\\/][^\\/]+|tickets[\\/]ticket-draft|site-search[\\/]use-found-on-site)\.(tsx?|css)$/,
            },
            // The pages of tickets share most of what they are made of.
            {
              name: 'tickets',
              test: /web[\\/]src[\\/]tickets[\\/](?!ticket-(answered|closed)|[^\\/]*-page)[^\\/]+\.(tsx?|css)$/,
            },
            // Small parts of several pages of orders, and of several pages of the console.
            {
              name: 'orders',
              test: /web[\\/]src[\\/](orders[\\/](order-(number|state|status)|ordered-name|open[\\/]open-order)|api[\\/]use-order|payments[\\/]method-name)\.tsx?$/,
            },
            {
              name: 'console',
              test: /web[\\/]src[\\/](ui[\\/](meter|copy-field|form[\\/](fixed-point|changed-fields|time-field|in-languages|form-drawer)|format[\\/]zoned-time|table[\\/](csv-button|row-actions|move-buttons|use-columns|cursor-footer|day-filter|bulk[\\/](use-bulk|bulk-bar))|drawer[\\/]side-drawer)|staff[\\/]role-name|articles[\\/](status-tones|name-fields)|groups[\\/]use-group-choices)\.tsx?$|packages[\\/]contract[\\/]src[\\/](validity|plans-admin)\.ts$/,
            },
            // The menu shows most icons. Separately, each would be a file and a chunk name.
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/s/': server } },
})
