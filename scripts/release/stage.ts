import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RELEASED } from '../../apps/server/src/processes/web-build.ts'
import { listComponents, type Lock } from './sbom.ts'

const MANIFESTS = ['package.json', 'package-lock.json', ...globSync('{apps,packages}/*/package.json')]
/** What the server reads, and what operators do. */
export const OURS = [
  'portico',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'apps/server/src',
  'apps/server/migrations',
  'packages/contract/src',
]
/** Tests, pictures of pages, texts that an earlier build has sorted, and passwords that make-env.sh wrote. */
const LEFT_OUT = /\.test\.ts$|\/golden$|^docs\/look\b|^apps\/web\/src\/locales\/pages\b|\/\.env[^/]*$/
/**
 * What npm installs and the server never loads. cosmiconfig brings TypeScript, tar-stream the modules of another runtime, Bare, harper.js three
 * more forms of its dictionary, and others their tests, their sources and the tool that they are made with.
 */
const UNREAD = [
  'node_modules/{.bin,.package-lock.json,typescript,@typescript,@types,bare-*}',
  'node_modules/{bintrees/test,pdfkit/.yarn,zod/src}',
  'node_modules/harper.js/dist/{binaryInlined,slimBinaryInlined}.js',
  'node_modules/harper.js/dist/harper_wasm_bg.wasm',
  'node_modules/**/*.{d.ts,d.mts,d.cts,js.map,mjs.map,cjs.map}',
]

/** Fills an empty folder with what a release consists of. `time`: seconds since 1970. */
export function fillStage(stage: string, time: number): void {
  for (const name of MANIFESTS) copy(name, stage)
  const npm = ['ci', '--omit=dev', '--workspace', 'apps/server', '--no-audit', '--no-fund']
  execFileSync('npm', npm, { cwd: stage, stdio: 'inherit' })
  const installed = readLock(join(stage, 'node_modules/.package-lock.json'))

  for (const name of OURS) copy(name, stage)
  // The server repeats texts of the web app.
  for (const name of globSync('apps/web/src/**/*.json').filter(isPacked)) copy(name, stage)
  execFileSync(process.execPath, ['apps/web/build.ts', join(stage, 'apps/web/dist')], { stdio: 'inherit' })
  writeFileSync(join(stage, 'apps/web/dist/.stamp'), RELEASED)
  mkdirSync(join(stage, 'bin'))
  cpSync('node_modules/node/bin/node', join(stage, 'bin/node'))

  for (const path of globSync([...UNREAD, 'package-lock.json'], { cwd: stage })) rmSync(join(stage, path), { recursive: true, force: true })
  const manifest = ownManifest()
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const release = { version: manifest.version, lock: readLock('package-lock.json'), installed, time }
  writeFileSync(join(stage, 'sbom.cdx.json'), listComponents({ ...release, has: (path) => existsSync(join(stage, path)) }))
}

export function isPacked(path: string): boolean {
  return !LEFT_OUT.test(path)
}

function copy(name: string, stage: string): void {
  mkdirSync(dirname(join(stage, name)), { recursive: true })
  cpSync(name, join(stage, name), { recursive: true, filter: isPacked })
}

type Manifest = { name: string; version: string; license: string; type: string; scripts: Record<string, string> }

/** With the scripts that need nothing but `portico`. */
export function ownManifest(): Manifest {
  const { name, version, license, type, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  const own = Object.entries(scripts).filter(([, script]) => script.startsWith('exec ./portico'))
  return { name, version, license, type, scripts: Object.fromEntries(own) }
}

function readLock(file: string): Lock {
  return JSON.parse(readFileSync(file, 'utf8')) as Lock
}
