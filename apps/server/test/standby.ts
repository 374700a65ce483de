import { appendFileSync, chmodSync, cpSync, lchownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onOwnPort } from '../src/db/embedded/own-port.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { startPostgres, stopPostgres } from '../src/db/embedded/postgres-process.ts'
import { chooseUser, findBinaries } from '../src/db/embedded/run-program.ts'
import { newFolder } from './server-process.ts'

/** A primary and its standby, which follows it until `promote`. */
export async function startPair() {
  const [first, second] = [newFolder(), newFolder()]
  const [from, to] = [join(first, 'postgres'), join(second, 'postgres')]
  const made = await startEmbedded(first)
  await made.stop()
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  const binaries = await findBinaries()
  const runAs = chooseUser(binaries.postgres, second)
  const { uid, gid } = statSync(from)
  chmodSync(to, 0o700)
  for (const name of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) lchownSync(join(to, name), uid, gid)
  const start = (folder: string, at: number) =>
    startPostgres({ binaries, runAs, folder, connections: 60 }, at, `postgres://portico:${secret}@127.0.0.1:${at}/postgres`)
  const secret = readFileSync(join(first, 'postgres.secret'), 'utf8').trim()
  const primary = await onOwnPort((at) => start(from, at))
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${primary} user=portico password=${secret}'\n`)
  writeFileSync(join(to, 'standby.signal'), '')
  const standby = await onOwnPort((at) => start(to, at))
  return {
    primary,
    standby,
    /** The address of the database at these ports. */
    at: (...ports: number[]): string => `postgres://portico:${secret}@${ports.map((port) => `127.0.0.1:${port}`).join()}/portico`,
    kill: () => process.kill(Number(readFileSync(join(from, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    stop: async () => {
      for (const folder of [from, to]) await stopPostgres({ binaries, runAs, folder, connections: 60 })
    },
  }
}
