import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Shows every rendered profile to the real clients on PATH. An older core of sing-box is asked about the layout of its
 * version where one is there under a name like "sing-box-1.11".
 */
const programs = ['mihomo', 'sing-box', 'sing-box-1.13', 'sing-box-1.12', 'sing-box-1.11', 'sing-box-1.10', 'sing-box-1.8', 'xray']
const onPath = (program: string): boolean => (process.env['PATH'] ?? '').split(delimiter).some((path) => existsSync(join(path, program)))
const [found, skipped] = [programs.filter(onPath), programs.filter((program) => !onPath(program))]

const test = 'apps/server/src/subscriptions/render/clients.test.ts'
const arguments_ = ['run', test, '--testTimeout', '120000', ...process.argv.slice(2)]
const status = found.length > 0 ? spawnSync('vitest', arguments_, { stdio: 'inherit' }).status : 0

console.log(found.length > 0 ? `Checked with ${found.join(', ')}.` : 'Nothing was checked: there is no client on PATH.')
if (skipped.length > 0) console.log(`Skipped, because not on PATH: ${skipped.join(', ')}.`)
process.exitCode = status ?? 1
