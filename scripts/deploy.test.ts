import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const compose = read('deploy/compose/compose.yaml')
const unit = read('deploy/systemd/portico.service')
const image = read('deploy/Containerfile')
const install = read('deploy/install.sh')

test('every file of ours that the deploy files name exists', () => {
  const named = [
    ...all(unit, /\/opt\/portico\/current\/(\S+)/g),
    ...all(install, /"\$(?:target|here)\/((?:deploy|docs|package)\S*)"/g),
    ...all(image, /^CMD \["\.\/(\w+)"\]/gm),
    ...all(image + compose, /(docs\/[\w/-]+\.md)/g),
    ...all(compose, /- \.\/(\S+?):/g).map((name) => `deploy/compose/${name}`),
    ...all(read('.github/workflows/checks.yml'), /run: (\S+)/g),
  ]
  expect(named).toEqual(expect.arrayContaining(['portico', 'deploy/systemd/portico.service', 'deploy/compose/Caddyfile', '.ci/run']))
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

test('every variable that they set is read by the server, Node or the C library', () => {
  const known = [...all(read('README.md'), /^\| `([A-Z_]+)` \|/gm), 'NODE_COMPILE_CACHE', 'NODE_ENV']
  // The type follows from the file, which is ours.
  const { services } = parse(compose) as { services: Record<'portico', { environment: Record<string, string> }> }
  const set = [
    ...Object.keys(services.portico.environment),
    ...all(image.match(/^ENV .*$/m)?.[0] ?? '', /([A-Z_]+)=/g),
    ...all(unit.match(/^Environment=.*$/m)?.[0] ?? '', /([A-Z_]+)=/g),
    ...all(install, /(?:printf '|\\n)([A-Z_]+)=/g),
  ]
  expect(set).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATA_DIR', 'HOST', 'TRUSTED_PROXIES']))
  expect(set.filter((name) => !known.includes(name))).toEqual([])
})

test('compose needs what make-env.sh writes, and nothing else', () => {
  const needed = new Set(all(compose, /\$\{([A-Z_]+)\}/g))
  expect(needed).toEqual(new Set(all(read('deploy/compose/make-env.sh'), /^([A-Z_]+)=/gm)))
})

test('the scripts are shell, and short enough to read', () => {
  for (const path of globSync('deploy/**/*.sh', { cwd: root })) {
    expect(spawnSync('sh', ['-n', join(root, path)], { encoding: 'utf8' }).stderr, path).toBe('')
    expect(read(path).split('\n').length, path).toBeLessThan(80)
  }
})

test('the change log begins with the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(all(read('CHANGELOG.md'), /^## (.*)$/gm)[0]).toBe(version)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the unit (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-unit-'))
  const file = join(folder, 'portico.service')
  writeFileSync(file, unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/sh'))
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([stderr, status]).toEqual(['', 0])
})
