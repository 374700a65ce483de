import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** For every browser we start. Without a sandbox, because root cannot have one and containers seldom can. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// The headless shell, where there is one, draws the same with two thirds of the CPU.
const names = ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']

/** CHROMIUM_PATH, else the first browser on PATH that answers, else Playwright's own; installs nothing. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const own = chromium.executablePath()
  return onPath().find(answers) ?? (existsSync(own) ? own : undefined)
}

/**
 * Like findChromium, but installs a missing browser: with apt as root on Debian, else with Playwright.
 * Throws one line that says what to do.
 */
export function findOrInstallChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named && !answers(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is no browser that runs here.`)
  const found = findChromium() ?? installFromDebian() ?? installByPlaywright()
  if (!found) throw new Error('No Chromium found or installable: run "apt-get install chromium", or name a browser in CHROMIUM_PATH.')
  return found
}

// Without fonts-noto-cjk, Chinese text is drawn as boxes with the wrong widths.
function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  run('apt-get', ['update', '-q'])
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', browser, 'fonts-noto-cjk'])
    const found = findChromium()
    if (found) return found
  }
  return undefined
}

function installByPlaywright(): string | undefined {
  run('playwright', ['install', 'chromium'])
  return findChromium()
}

// Playwright needs an absolute path.
function onPath(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path))
}

// The file alone proves nothing: Ubuntu's chromium-browser is a stub that only asks for a snap.
function answers(browser: string): boolean {
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function run(command: string, args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`)
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}
