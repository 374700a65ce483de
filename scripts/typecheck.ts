import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Everything that runs on Node (contract, server, bench, scripts), the web app and the journeys.
// Each is checked, so that one run shows every error. More checkers take more time in all: each resolves the shared types again.
await Promise.all(['.', 'apps/web', 'e2e'].map(check))

async function check(project: string): Promise<void> {
  const cache = `node_modules/.cache/types/${project.replace('/', '-')}.tsbuildinfo`
  const options = ['--pretty', '--checkers', '1', '--incremental', '--tsBuildInfoFile', cache]
  const [status] = await once(spawn('tsc', ['-p', project, ...options], { stdio: 'inherit' }), 'close')
  if (status === 0) return
  console.error(`types: ${project} failed`)
  process.exitCode = 1
}
