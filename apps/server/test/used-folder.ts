import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { inject } from 'vitest'
import { inTurn } from '../src/db/in-turn.ts'
import { endProcess, newFolder, OPERATOR, startReady } from './server-process.ts'

/** A data folder on which the server has started and stopped once. Copying one takes much less time than a first start. */
export async function usedFolder(): Promise<string> {
  const original = inject('usedFolder')
  // The first who asks makes it, for all files of the run.
  await inTurn(inject('adminUrl'), 'used_folder', async () => {
    if (!existsSync(original)) await startOnce(original)
  })
  const copy = newFolder()
  execFileSync('cp', ['-a', `${original}/.`, copy])
  return copy
}

async function startOnce(folder: string): Promise<void> {
  const unfinished = `${folder}-unfinished`
  mkdirSync(unfinished, { recursive: true })
  // PostgreSQL may run as another user, which needs access.
  chmodSync(unfinished, 0o755)
  await endProcess((await startReady({ DATA_DIR: unfinished, ...OPERATOR })).child, 'SIGTERM')
  renameSync(unfinished, folder)
}
