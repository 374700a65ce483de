import { spawnSync } from 'node:child_process'

// Every project is checked, so that one run shows every error.
const failed = ['.', 'packages/contract', 'apps/server', 'apps/web', 'e2e'].filter(
  (project) => spawnSync('tsc', ['-p', project, '--pretty'], { stdio: 'inherit' }).status !== 0,
)
for (const project of failed) console.error(`types: ${project} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
