import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A machine of a database: a network namespace with an address of its own, and a disk. */
export type Machine = { name: string; address: string; folder: string; link: string }
type User = { uid: number; gid: number }

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const ip = (words: string): string => run('ip', ...words.split(' '))

/** Machines on one bridge, each with a disk in a file. Needs root; throws where the system lends no namespaces or loop devices. */
export function makeMachines(folder: string, { uid, gid }: User, names: string[]) {
  // Of the range for tests of networks (RFC 2544).
  const [bridge, net] = [`drill${process.pid}`.slice(-12), `198.18.${process.pid % 256}`]
  const ends: (() => unknown)[] = []
  const stop = (): void => {
    for (const end of ends.splice(0).toReversed()) end()
  }

  function make(name: string, n: number): Machine {
    const [link, image, disk] = [`${bridge}-${n}`, join(folder, `${name}.disk`), join(folder, name)]
    ip(`netns add ${link}`)
    ends.push(() => ip(`netns del ${link}`))
    for (const words of [
      `link add ${link} type veth peer name eth0 netns ${link}`,
      `link set ${link} master ${bridge} up`,
      `-n ${link} addr add ${net}.${n}/24 dev eth0`,
      `-n ${link} link set eth0 up`,
      `-n ${link} link set lo up`,
    ])
      ip(words)
    run('truncate', '-s', '3G', image)
    run('mkfs.ext4', '-q', '-m', '0', image)
    mkdirSync(disk)
    run('mount', '-o', 'loop', image, disk)
    ends.push(() => run('umount', '-l', disk))
    chownSync(disk, uid, gid)
    return { name, link, address: `${net}.${n}`, folder: disk }
  }

  try {
    ip(`link add ${bridge} type bridge`)
    ends.push(() => ip(`link del ${bridge}`))
    ip(`addr add ${net}.254/24 dev ${bridge}`)
    ip(`link set ${bridge} up`)
    const machines = names.map((name, at) => make(name, at + 1))
    return {
      machines,
      network: `${net}.0/24`,
      /** Where everything else runs. */
      outside: `${net}.254`,
      /** How a program is started on a machine. */
      on: ({ link }: Machine): string[] => ['nsenter', `--net=/run/netns/${link}`, '-S', String(uid), '-G', String(gid)],
      /** Drops all packets between these machines, without closing a connection. */
      part: (...those: Machine[]): void => those.forEach(({ link }) => ip(`link set dev ${link} type bridge_slave isolated on`)),
      join: (): void => machines.forEach(({ link }) => ip(`link set dev ${link} type bridge_slave isolated off`)),
      unplug: ({ link }: Machine) => ip(`link set ${link} down`),
      plug: ({ link }: Machine) => ip(`link set ${link} up`),
      /** Fills the disk to the last block. Returns how to empty it. */
      fill({ folder: disk }: Machine): () => void {
        const { bavail, bsize } = statfsSync(disk)
        const file = join(disk, 'full')
        // What is left is too scattered to reserve.
        spawnSync('sh', ['-c', `fallocate -l ${bavail * bsize - 64 * 2 ** 20} ${file}; cat /dev/zero >> ${file}`])
        return () => rmSync(file)
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}
