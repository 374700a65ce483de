import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Starts one PostgreSQL with a migrated template; every test file clones its own database from it.
const globalSetup = 'apps/server/test/global-setup.ts'

// These take minutes: begun last, one of them would run on alone after all others are done.
const LONG = [
  'model/money',
  'src/main',
  'payments/kill',
  'node-api/chaos',
  'embedded/supervise',
  'processes/last-resort',
  'embedded/kill',
  'fuzz/fuzz',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.includes(`/${name}.test.ts`))
      return at < 0 ? LONG.length : at
    }
    // Not the sort of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['architecture.test.ts', 'scripts/**/*.test.ts', 'packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}'],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    pool: 'forks',
    // One process after another would load the whole server again for each file, which takes longer than most files.
    isolate: false,
    sequence: { sequencer: LongFirst },
    maxWorkers: 2,
    // Far more than any test takes, so that a busy machine fails none.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
