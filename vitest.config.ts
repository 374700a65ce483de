import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Starts one PostgreSQL with a migrated template; every test file clones its own database from it.
const globalSetup = 'apps/server/test/global-setup.ts'

export default defineConfig({
  test: {
    include: ['architecture.test.ts', 'scripts/**/*.test.ts', 'packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}'],
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
