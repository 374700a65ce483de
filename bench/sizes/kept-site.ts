import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/db/embedded/embedded.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { cpuSeconds } from '../delivery-lines.ts'
import { seedSite } from './seed-site.ts'

/** Sites are kept here between runs; a million members take eight gigabytes, and as much again while they are measured. */
const FOLDER = resolve(process.env['BENCH_SITES'] ?? 'node_modules/.cache/bench-sites')

export type Site = {
  members: number
  postgres: EmbeddedPostgres
  client: pg.Client
  /** Processor seconds of PostgreSQL so far, with all its processes, also those that have ended. */
  spent: () => number
  close: () => Promise<void>
}

/** A copy of the kept site of so many members, which is seeded first if there is none yet. It has the newest migrations. */
export async function openSite(members: number): Promise<Site> {
  const [kept, copy] = [join(FOLDER, String(members)), join(FOLDER, `copy-${members}`)]
  if (!existsSync(join(kept, 'seeded'))) await keepSite(kept, members)
  rmSync(copy, { recursive: true, force: true })
  // Not in JavaScript: the files belong to the user of PostgreSQL, and a file system may copy them at once.
  spawnSync('cp', ['-a', '--reflink=auto', kept, copy], { stdio: 'inherit' })
  const postgres = await startEmbedded(copy)
  await migrate(postgres.urls)
  const client = await connected(postgres)
  await client.query('checkpoint')
  const pid = Number(readFileSync(join(copy, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  return {
    members,
    postgres,
    client,
    spent: () => familySeconds(pid),
    close: async () => {
      await client.end()
      await postgres.stop()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

async function keepSite(kept: string, members: number): Promise<void> {
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  for (const folder of [FOLDER, kept]) chmodSync(folder, 0o755)
  const postgres = await startEmbedded(kept)
  const began = performance.now()
  try {
    await migrate(postgres.urls)
    const client = await connected(postgres)
    await seedSite(client, members)
    await client.end()
  } finally {
    await postgres.stop()
  }
  writeFileSync(join(kept, 'seeded'), '')
  console.log(`${members} members seeded in ${Math.round((performance.now() - began) / 1000)} s`)
}

async function connected({ urls }: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client(urls.owner)
  client.on('error', () => {})
  await client.connect()
  return client
}

function familySeconds(pid: number): number {
  const listed = (): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  for (;;) {
    const children = listed()
    const ids = children.split(' ').filter(Boolean).map(Number)
    const sum = ids.reduce((total, child) => total + cpuSeconds(child), cpuSeconds(pid, true))
    // One that ended meanwhile may be counted twice or not at all.
    if (listed() === children) return sum
  }
}
