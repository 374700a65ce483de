import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { memoryLeft, memoryLimit } from './memory-limit.ts'

const MB = 1024 * 1024
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** Files of a machine with 4,000 MB, of which 3,000 are available and 500 are free swap, and those given. */
function machine(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'portico-machine-'))
  folders.push(root)
  const kilobytes = (mb: number) => String(mb * 1024).padStart(12)
  const meminfo = `MemTotal:    ${kilobytes(4000)} kB\nMemFree:     ${kilobytes(1)} kB\nMemAvailable:${kilobytes(3000)} kB\nSwapFree:    ${kilobytes(500)} kB\n`
  for (const [path, text] of Object.entries({ 'proc/meminfo': meminfo, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
const found = (files: Record<string, string>) => {
  const root = machine(files)
  return { limit: memoryLimit(root) / MB, left: (memoryLeft(root) ?? NaN) / MB }
}
/** The files of one control group, sizes in MB. */
const group = (folder: string, sizes: Record<string, number | string>) =>
  Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [
      `sys/fs/cgroup/${folder}/memory.${name}`,
      typeof size === 'string' ? size : `${size * MB}\n`,
    ]),
  )

const NONE = '9223372036854771712\n'
const v1 = { 'proc/self/cgroup': '8:pids:/\n4:cpu,memory:/site/portico\n1:name=systemd:/\n0::/\n' }
const v2 = { 'proc/self/cgroup': '0::/system.slice/portico.service\n' }

test.each([
  ['a machine without control groups', {}, { limit: 4000, left: 3500 }],
  ['version 1 without a limit', { ...v1, ...group('memory', { limit_in_bytes: NONE, usage_in_bytes: 900 }) }, { limit: 4000, left: 3500 }],
  [
    'version 1, where copies of files count as used, and a group above has the smaller limit',
    {
      ...v1,
      ...group('memory/site', {
        limit_in_bytes: 1000,
        usage_in_bytes: 900,
        stat: `total_inactive_file ${100 * MB}\ntotal_active_file ${50 * MB}\n`,
      }),
      ...group('memory/site/portico', { limit_in_bytes: 2000, usage_in_bytes: 100 }),
    },
    { limit: 1000, left: 100 + 150 + 500 },
  ],
  [
    'version 1 in a container that sees only its own group, and may not swap',
    { ...v1, ...group('memory', { limit_in_bytes: 512, usage_in_bytes: 100, 'memsw.limit_in_bytes': 512, 'memsw.usage_in_bytes': 100 }) },
    { limit: 512, left: 412 },
  ],
  [
    'version 2 without a limit',
    { ...v2, ...group('system.slice/portico.service', { max: 'max\n', high: 'max\n', current: 900 }) },
    { limit: 4000, left: 3500 },
  ],
  [
    'version 2 with less swap than the machine has',
    {
      ...v2,
      ...group('system.slice', { max: 'max\n', current: 2000 }),
      ...group('system.slice/portico.service', {
        max: 1024,
        high: 'max\n',
        current: 300,
        'swap.max': 200,
        'swap.current': 50,
        stat: `anon ${200 * MB}\ninactive_file ${60 * MB}\nactive_file ${40 * MB}\n`,
      }),
    },
    { limit: 1024, left: 724 + 100 + 150 },
  ],
  [
    'version 2, slowed down above a size',
    { ...v2, ...group('system.slice', { max: 1024, high: 800, current: 300, 'swap.max': 0 }) },
    { limit: 800, left: 500 },
  ],
])('the memory that a process may use and that is left is found: %s', (_, files, wanted) => {
  expect(found(files)).toEqual(wanted)
})

test('a system without these files has all the memory of the machine, and does not say what is left', () => {
  const root = join(tmpdir(), 'portico-no-machine')
  expect(memoryLimit(root)).toBeGreaterThan(0)
  expect(memoryLeft(root)).toBeNull()
})
