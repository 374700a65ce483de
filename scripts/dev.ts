import { spawn } from 'node:child_process'
import { createServer } from 'vite'

// The server restarts on every change; Vite serves the pages and forwards everything else to the server.
// Detached, so that Ctrl-C reaches only this process and the server gets the signal once.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, SKIP_WEB_BUILD: '1', PRINT_MESSAGES: '1' },
  detached: true,
})

const target = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`
const web = await createServer({
  root: 'apps/web',
  clearScreen: false,
  server: { proxy: { '^/api/': target, '^/s/': target, '^/readyz$': target } },
})
await web.listen()
web.printUrls()

// Vite stops first, so that the server has time to close its database.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void web.close().finally(() => server.kill()))
server.on('exit', () => process.exit())
process.on('exit', () => server.kill())
