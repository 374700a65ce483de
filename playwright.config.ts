import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/find-chromium.ts'
import { tempInMemory } from './scripts/memory-folder.ts'
import { slowness } from './scripts/slowness.ts'

tempInMemory()

const executablePath = findChromium()
// Three journeys and their servers share two cores.
const patience = 2 * slowness

// No webServer: each journey starts its own server, on a database cloned from a template.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: '.test/browser',
  fullyParallel: false,
  workers: 3,
  retries: 0,
  timeout: 120_000 * patience,
  expect: { timeout: 15_000 * patience },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.test/browser.json' }]],
  use: {
    // Requests that pass a worker cannot be watched or changed. The journeys about it let it in.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // Motion is what the journeys of the frame are about; elsewhere it takes a sixth of the time and proves nothing.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Shorter than a test's time, so that a failure names the step that waited.
    actionTimeout: 30_000 * patience,
    navigationTimeout: 60_000 * patience,
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
  },
})
