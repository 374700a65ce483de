import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { tempInMemory } from './scripts/memory-folder.ts'
import { slowness } from './scripts/slowness.ts'

tempInMemory()

// These take longest: begun last, one of them would run on alone after all others are done.
const LONG = [
  'src/main',
  'model/money',
  'staged-faults',
  'settings-key',
  'payments/kill',
  'node-api/chaos',
  'db/roles',
  'embedded/supervise',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    // Not the sort of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files)
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['architecture.test.ts', 'scripts/**/*.test.ts', 'packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}'],
    globalSetup: 'apps/server/test/global-setup.ts',
    setupFiles: 'scripts/each-test-file.ts',
    pool: 'forks',
    // One process after another would load the whole server again for each file, which takes longer than most files.
    isolate: false,
    sequence: { sequencer: LongFirst },
    maxWorkers: 4,
    // Far more than any test takes.
    testTimeout: 120_000 * slowness,
    hookTimeout: 120_000 * slowness,
    teardownTimeout: 30_000 * slowness,
    expect: { poll: { timeout: 20_000 * slowness } },
  },
})
