import { spawnSync } from 'node:child_process'

// npm run drill [-- short] [only=NAME] [rate=0.1] [times=1]: takes parts of a cluster away on loopback and prints what it cost.

const given = process.argv.slice(2)
const value = (name: string): string | undefined => given.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
const unknown = given.filter((one) => one !== 'short' && !/^(?:only|rate|times)=./.test(one))
if (unknown.length > 0) {
  console.error('npm run drill -- [short] [only="kill -9 of the primary"] [rate=0.1] [times=1]')
  process.exit(1)
}
const env = {
  ...process.env,
  DRILL: value('only') ?? (given.includes('short') ? 'short' : 'all'),
  DRILL_RATE: value('rate') ?? '0.1',
  DRILL_TIMES: value('times') ?? '1',
}
const { status } = spawnSync('vitest', ['run', 'apps/server/test/drill'], { stdio: 'inherit', env })
process.exit(status ?? 1)
