import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArchive } from './release/archive.ts'
import { readSigner, verifyRelease, writeChecksums } from './release/signature.ts'
import { fillStage } from './release/stage.ts'

// npm run release: packs this version into `release/`.
// npm run release -- verify <folder> <public key file>: checks a packed one.

const key = process.env['RELEASE_KEY']
// npm and Vite run code of others, which needs no key.
delete process.env['RELEASE_KEY']

const [command, folder, keyFile] = process.argv.slice(2)
try {
  if (command === undefined) await release()
  else if (command === 'verify' && folder && keyFile)
    console.log(`Signed and unchanged: ${(await verifyRelease(folder, readFileSync(keyFile, 'utf8'))).join(', ')}`)
  else throw new Error('npm run release, or npm run release -- verify <folder> <public key file>')
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function release(): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const signer = key ? readSigner(key) : null
  const time = sourceTime()
  const name = `portico-${version}`
  const [archive, bill] = [`${name}.tar.gz`, `${name}.cdx.json`]
  const temp = mkdtempSync(join(tmpdir(), 'portico-release-'))
  try {
    const stage = join(temp, name)
    mkdirSync(stage)
    fillStage(stage, time)
    rmSync('release', { recursive: true, force: true })
    mkdirSync('release')
    await writeArchive(stage, join('release', archive), time)
    cpSync(join(stage, 'sbom.cdx.json'), join('release', bill))
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
  await writeChecksums('release', [archive, bill], signer)
  console.log(`In release/:\n${readFileSync('release/SHA256SUMS', 'utf8').trimEnd()}`)
  if (signer === null) console.log('Unsigned: RELEASE_KEY is not set.')
}

/** Seconds since 1970: `SOURCE_DATE_EPOCH`, or when the commit was made. */
function sourceTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given) return Number(given)
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
  if (changed) console.log(`Not committed, but packed:\n${changed}`)
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }))
}
