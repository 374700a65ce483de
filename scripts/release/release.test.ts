import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeArchive } from './archive.ts'
import { listComponents } from './sbom.ts'
import { readSigner, verifyRelease, writeChecksums } from './signature.ts'
import { isPacked, OURS, ownManifest } from './stage.ts'

const temp = mkdtempSync(join(tmpdir(), 'portico-release-test-'))
afterAll(() => rmSync(temp, { recursive: true }))

/** Made in another order, with other rights and at another time. */
function tree(parent: string, names: string[], others: { rights: number; clock: number }): string {
  const folder = join(temp, parent, 'portico-1.0.0')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  for (const name of names) {
    writeFileSync(join(folder, name), name)
    chmodSync(join(folder, name), name.startsWith('bin/') ? 0o700 | others.rights : 0o600 | (others.rights & 0o66))
    utimesSync(join(folder, name), others.clock, others.clock)
  }
  symlinkSync('../read', join(folder, 'bin/link'))
  return folder
}

test('the same files packed in another place, order and hour, with other rights, are the same archive', async () => {
  const long = `${'long'.repeat(60)}.txt`
  const trees = [
    tree('here', ['bin/node', 'read', long], { rights: 0o55, clock: 1 }),
    tree('there/below', [long, 'read', 'bin/node'], { rights: 0, clock: 1e9 }),
  ]
  const archives: Buffer[] = []
  for (const [n, folder] of trees.entries()) {
    const file = join(temp, `${n}.tar.gz`)
    await writeArchive(folder, file, 1_700_000_000)
    archives.push(readFileSync(file))
  }
  const [first, second] = archives.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(first).toBe(second)
  expect(archives[0]?.length).toBeGreaterThan(200)
})

test('a signed release is found unchanged; a changed file, another list and another key are not', async () => {
  const keys = () =>
    generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  const [own, other] = [keys(), keys()]
  const folder = join(temp, 'signed')
  mkdirSync(folder)
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  write('a.tar.gz', 'a')
  await writeChecksums(folder, ['a.tar.gz'], readSigner(own.privateKey))
  const check = async () => verifyRelease(folder, own.publicKey)
  expect(await check()).toEqual(['a.tar.gz'])
  await expect(verifyRelease(folder, other.publicKey)).rejects.toThrow('not made with this key')

  write('a.tar.gz', 'b')
  await expect(check()).rejects.toThrow('a.tar.gz was changed')
  await writeChecksums(folder, ['a.tar.gz'], null)
  await expect(check()).rejects.toThrow('not made with this key')
})

test('a key of another kind signs nothing', () => {
  const { privateKey } = generateKeyPairSync('x25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  expect(() => readSigner(privateKey)).toThrow('must be an Ed25519 key')
})

test('a release has neither tests nor what a build or a site has made before, and the scripts that its portico can run', () => {
  const kept = ['deploy/compose/make-env.sh', 'apps/server/src/app.ts', 'apps/web/src/orders/member.en.json']
  const left = [
    'deploy/compose/.env',
    'deploy/compose/.env.old',
    'docs/look',
    'apps/server/src/log.test.ts',
    'apps/server/src/formats/golden',
  ]
  expect([...kept, ...left].filter(isPacked)).toEqual(kept)
  expect(Object.keys(ownManifest().scripts).toSorted()).toEqual(['backup', 'import', 'migrate', 'rehearse', 'restart', 'restore', 'start'])
})

test('what the documents in a release link to is in it', () => {
  const isThere = (path: string): boolean =>
    OURS.some((name) => path === name || path.startsWith(`${name}/`)) && isPacked(path) && existsSync(path.replace(/\/$/, ''))
  const links = globSync(['*.md', 'docs/**/*.md'])
    .filter(isThere)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\(((?!http)[\w./-]+)(?:#[\w-]*)?\)/g)].map(([, to = '']) => ({
        file,
        to: join(dirname(file), to),
      })),
    )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ to }) => !isThere(to))).toEqual([])
})

test('the list of components names what the release has and what the web app is built from', () => {
  const about = { version: '1.0.0', license: 'MIT', integrity: `sha512-${Buffer.from('hash').toString('base64')}` }
  const server = { 'node_modules/@a/server': about, 'node_modules/unread': about }
  const others = {
    'node_modules/web': about,
    'node_modules/web/node_modules/web': { ...about, version: '2.0.0' },
    'node_modules/tool': { ...about, dev: true },
    'node_modules/other-system': { ...about, optional: true },
    'node_modules/@portico/contract': { link: true },
    'apps/server': { version: '1.0.0' },
  }
  const lock = { packages: { ...server, ...others } }
  const has = (path: string): boolean => !path.endsWith('unread')
  const bom = JSON.parse(listComponents({ version: '3.0.0', lock, installed: { packages: server }, has, time: 0 })) as {
    metadata: { timestamp: string }
    components: Record<string, unknown>[]
  }
  expect(bom.metadata.timestamp).toBe('1970-01-01T00:00:00.000Z')
  expect(bom.components.map(({ purl }) => purl)).toEqual(['pkg:npm/%40a/server@1.0.0', 'pkg:npm/web@1.0.0', 'pkg:npm/web@2.0.0'])
  expect(bom.components[0]).toMatchObject({ hashes: [{ content: Buffer.from('hash').toString('hex') }], licenses: [{ expression: 'MIT' }] })
})
