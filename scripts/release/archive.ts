import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * Packs a folder. The same content yields the same bytes, whatever its path, owner, times and umask. `time`: of every entry, in seconds since
 * 1970. Needs GNU tar.
 */
export async function writeArchive(folder: string, file: string, time: number): Promise<void> {
  const same = ['--format=gnu', '--sort=name', '--hard-dereference', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const args = [...same, `--mtime=@${time}`, '--create', '--directory', dirname(folder), basename(folder)]
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C', TAR_OPTIONS: '' } })
  const ended = new Promise<void>((done, failed) => {
    tar.on('error', failed)
    tar.on('close', (code) => (code === 0 ? done() : failed(new Error(`tar ended with ${code}`))))
  })
  await Promise.all([ended, pipeline(tar.stdout, createGzip(), createWriteStream(file))])
}
