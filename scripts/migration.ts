import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'

// npm run migration <name>: writes the migration from the last snapshot to the tables in the code.

const [name, ...options] = process.argv.slice(2)
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('npm run migration <name>: a name such as plan_limits, in lower case with underscores')
  process.exit(1)
}
process.chdir('apps/server')
const { status } = spawnSync('drizzle-kit', ['generate', '--name', name, ...options], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
// drizzle-kit compares with the last snapshot only.
for (const old of globSync('migrations/meta/*_snapshot.json').toSorted().slice(0, -1)) rmSync(old)
