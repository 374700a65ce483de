import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const code = `import { fitHeap } from ${JSON.stringify(fileURLToPath(new URL('heap.ts', import.meta.url)))}
  fitHeap()
  console.log(process.execArgv.filter((flag) => /^--(max|heap|expose)/.test(flag)).join(' '))
  process.disconnect?.()`
/** The flags of memory that a start with 256 MB has in the end. */
async function sizesOf(flags: string[], { options = '', isSuccessor = false } = {}): Promise<string> {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', code], {
    env: { MEMORY_MB: '256', NODE_OPTIONS: options },
    stdio: ['ignore', 'pipe', 'inherit', isSuccessor ? 'ipc' : 'ignore'],
  })
  return child.stdout ? (await text(child.stdout)).trim() : 'no output'
}

test.skipIf(process.platform === 'win32')(
  'a start with little memory has a small heap, unless the operator chose one or it is a successor',
  async () => {
    expect(await sizesOf([])).toBe('--max-old-space-size=128 --max-semi-space-size=1 --heap-growing-percent=15 --expose-gc')
    expect(await sizesOf(['--max_old_space_size=99'])).toBe('--max_old_space_size=99')
    expect(await sizesOf([], { options: '--max_old_space_size=99' })).toBe('')
    expect(await sizesOf([], { isSuccessor: true })).toBe('')
  },
)
