import { spawnSync } from 'node:child_process'

// Everything that runs on Node (contract, server, bench, scripts), the web app and the journeys.
// Each is checked, so that one run shows every error.
const failed = ['.', 'apps/web', 'e2e'].filter(
  (project) => spawnSync('tsc', ['-p', project, '--pretty'], { stdio: 'inherit' }).status !== 0,
)
for (const project of failed) console.error(`types: ${project} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
