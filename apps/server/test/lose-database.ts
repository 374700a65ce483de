import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from './harness.ts'

/** A cluster that something starts again, seen from outside. `adminUrl`: its superuser, on a database that no server uses. */
export type Cluster = { dataDir: string; adminUrl: string; name: string }
export const losses = ['killed', 'restarted', 'paused', 'without connections'] as const
export type Loss = (typeof losses)[number]

/** The line in the file that PostgreSQL keeps while it runs. */
const lineOf = (dataDir: string, line: number): string =>
  readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[line] ?? ''

/** A cluster as the server makes it in its data folder. */
export function clusterIn(dataDir: string): Cluster & { serverUrl: string; ownerUrl: string } {
  const secret = (file: string): string => readFileSync(join(dataDir, file), 'utf8').trim()
  const at = (role: string, file: string, name: string): string =>
    `postgres://${role}:${secret(file)}@127.0.0.1:${lineOf(dataDir, 3)}/${name}`
  const owner = (name: string): string => at('portico', 'postgres.secret', name)
  const serverUrl = at('portico_server', 'postgres-server.secret', 'portico')
  return { dataDir, name: 'portico', adminUrl: owner('postgres'), ownerUrl: owner('portico'), serverUrl }
}

/** Takes the database away, for so long if it is paused or has no connections, and waits until it is back. */
export async function lose({ dataDir, adminUrl, name }: Cluster, how: Loss, ms: number): Promise<void> {
  const postmaster = Number(lineOf(dataDir, 0))
  if (how === 'killed') process.kill(postmaster, 'SIGKILL')
  // A fast shutdown.
  if (how === 'restarted') process.kill(postmaster, 'SIGINT')
  if (how === 'paused') {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
    const all = [postmaster, ...children]
    signal(all, 'SIGSTOP')
    await pause(ms)
    signal(all, 'SIGCONT')
  }
  if (how === 'without connections') {
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
    await runSql(adminUrl, `alter database ${name} connection limit 0; ${cut}`)
    await pause(ms)
    await runSql(adminUrl, `alter database ${name} connection limit -1`)
  }
  while (!(await answers(adminUrl))) await pause(20)
}

function signal(processes: number[], name: NodeJS.Signals): void {
  for (const one of processes) {
    try {
      process.kill(one, name)
    } catch {
      // It has ended by itself.
    }
  }
}

function answers(url: string): Promise<boolean> {
  return runSql(url, 'select 1').then(
    () => true,
    () => false,
  )
}
