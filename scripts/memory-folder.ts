import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** Several times what all tests hold at once. */
const ROOM = 4 * 2 ** 30

/**
 * Lets what runs after this put its temporary files in memory, where there is room: the databases of the tests are thousands of small
 * files each, made and removed every second. A folder that the caller names is kept.
 */
export function tempInMemory(): void {
  process.env['TMPDIR'] ??= hasRoom() ? IN_MEMORY : tmpdir()
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
