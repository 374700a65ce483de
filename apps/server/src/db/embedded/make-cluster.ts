import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Binaries, type RunAs, runProgram } from './run-program.ts'

type Wanted = { binaries: Binaries; runAs: RunAs; folder: string; owner: string; secretFile: string }

/** Makes the cluster beside `folder` and moves it there when complete, so that an aborted start leaves no half of it. */
export async function makeCluster({ binaries, runAs, folder, owner, secretFile }: Wanted): Promise<void> {
  const made = mkdtempSync(unfinished(folder))
  const passwordFile = `${made}.password`
  writeFileSync(passwordFile, readFileSync(secretFile), { mode: 0o600 })
  if (runAs.ids) for (const path of [made, passwordFile]) chownSync(path, runAs.ids.uid, runAs.ids.gid)
  const initialised = await runProgram(runAs, [
    binaries.initdb,
    `--pgdata=${made}`,
    '--auth=scram-sha-256',
    `--username=${owner}`,
    `--pwfile=${passwordFile}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--encoding=UTF8',
  ])
  if (initialised.code !== 0) {
    removeUnfinished(folder)
    throw new Error(`PostgreSQL could not be set up: ${initialised.output.trim()}`)
  }
  renameSync(made, folder)
  syncFolder(dirname(folder))
  rmSync(passwordFile)
}

/** Deletes what aborted starts left beside `folder`. */
export function removeUnfinished(folder: string): void {
  const start = basename(unfinished(folder))
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith(start)) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function unfinished(folder: string): string {
  return `${folder}.unfinished-`
}

/** The new name must survive a power cut, since all later data is under it. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
