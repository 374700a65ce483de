import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that stands for a server: commands that the console shows write to its own /etc. */
export function pretendedServer(folder: string) {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, script] of [
    ['sudo', 'exec "$@"'],
    ['systemctl', 'exit 0'],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const here = (text: string): string => text.replaceAll(/(?<![\w/])\/etc\//g, `${folder}/etc/`)
  return {
    here,
    run: (command: string): void => {
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
      execFileSync('sh', ['-c', here(command)], { env, stdio: 'pipe' })
    },
  }
}
