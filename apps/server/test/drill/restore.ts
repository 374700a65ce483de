import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { runSql } from '../harness.ts'
import { endProcess, newFolder, startProcess } from '../server-process.ts'
import type { Load } from './load.ts'
import { primaryOf, type Site } from './site.ts'

const EACH_MS = 200
const BYTES = 1000
const soon = { timeout: 120_000 * slowness, interval: 200 }

/**
 * A node goes on reporting a member of the backup and some who registered after it, while the database goes away, is dropped, restored
 * into the cluster and joined by new members: who came after the backup is charged to nobody.
 */
export async function restoreInto(site: Site, load: Load): Promise<string> {
  const { cluster, servers, env, t, folders } = site
  const file = join(newFolder(), 'before.age')
  const command = async (...args: string[]): Promise<void> => {
    const { output, child } = await startProcess({ ...env, DATA_DIR: newFolder(), BACKUP_PASSPHRASE: 'tall pines stand still' }, ...args)
    if (child.exitCode !== 0) throw new Error(output())
  }
  const known = await t.holder(load.node.groupId, { transferEnable: 2 ** 50 })
  await command('backup', file)
  const gone = [await t.holder(load.node.groupId), await t.holder(load.node.groupId)]
  // What a node knows: the member, and the numbers of those that the backup does not have.
  const report = Object.fromEntries([known, ...gone].map(({ id }) => [id, [BYTES, 0]]))
  let taken = 0
  const reports: Promise<void>[] = []
  const reporting = setInterval(() => reports.push(load.push(report, randomUUID()).then(() => void taken++)), EACH_MS)
  const used = async ({ id }: { id: number }): Promise<number> => (await t.used(id)).reduce((sum, one) => sum + one)
  await expect.poll(() => used(gone[0]!), soon).toBeGreaterThan(0)

  const waiting = (): number =>
    folders
      .map((folder) => join(folder, 'node-spool'))
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.json'))).length
  for (const node of cluster.nodes) cluster.net.unplug(node)
  await expect.poll(waiting, soon).toBeGreaterThan(2)
  for (const { child } of servers) await endProcess(child, 'SIGKILL')
  await pause(1000)
  const [spooled, before] = [waiting(), taken]
  for (const node of cluster.nodes) cluster.net.plug(node)
  await cluster.until('all three', cluster.isWhole, 120)
  const admin = cluster.superuser(await primaryOf(site), 'postgres')
  await runSql(admin, 'drop database portico with (force)')
  await runSql(admin, 'create database portico owner portico_owner')
  const begun = performance.now()
  await command('restore', file)
  const took = performance.now() - begun
  for (const at of servers.keys()) await site.restart(at)

  const strangers = [await t.holder(load.node.groupId), await t.holder(load.node.groupId), await t.holder(load.node.groupId)]
  await expect.poll(() => taken, soon).toBeGreaterThan(before + 20)
  clearInterval(reporting)
  await Promise.all(reports)
  await expect.poll(waiting, soon).toBe(0)
  await expect.poll(() => used(known), soon).toBe(BYTES * (spooled + taken - before))
  for (const stranger of strangers) {
    expect(stranger.id).toBeGreaterThan(Math.max(...gone.map(({ id }) => id)))
    expect(await used(stranger)).toBe(0)
  }
  return `restored in ${(took / 1000).toFixed(0)} s; ${spooled} reports had waited and ${taken - before} came after it: charged to the member of the backup, to nobody else`
}
