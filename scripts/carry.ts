import { spawnSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'

// npm run test:carry [PROGRAM]: tries every variant of a node on every node program with every client on PATH, writes docs/guide/carries.md
// and prints what changed in it, new versions first. CARRY_VERSIONS="v2node=0.4.4" names versions that programs do not tell.

const only = process.argv.slice(2)
const tests = ['apps/server/src/node-api/carry.test.ts', 'apps/server/src/node-api/ended-streams.test.ts']
const run = ['vitest', 'run', ...tests, '--reporter=verbose', ...(only.length > 0 ? ['-t', `^(?:${only.join('|')}) `] : [])]
// Xray carries nothing to private addresses, so the target gets another one, in a network of its own that leads nowhere.
const inOwn = ['--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && ip addr add 2001:db8::1/128 dev lo && exec "$@"', 'sh', ...run]
const hasPublic = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address.startsWith('2001:db8:')))
const [command = '', ...args] = hasPublic ? run : ['unshare', ...(process.getuid?.() === 0 ? inOwn.slice(1) : inOwn)]
const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, CARRY: 'full' } })
if (error) console.error(`cannot start ${command}: ${error.message}`)
process.exit(status ?? 1)
