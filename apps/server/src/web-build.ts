import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const web = join(root, 'apps/web')
export const webFolder = join(web, 'dist')
const stampFile = join(webFolder, '.stamp')

/** Builds the web app when its build is missing or older than what it is made of. Returns whether it had to. */
export async function ensureWebBuild(): Promise<boolean> {
  const stamp = newest(
    [join(web, 'src'), join(web, 'public'), join(root, 'packages/contract/src')],
    ['index.html', 'vite.config.ts', 'package.json'].map((f) => join(web, f)),
  )
  if (existsSync(join(webFolder, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  await new Promise<void>((done, failed) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: web,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', failed)
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`the web app could not be built:\n${output}`))))
  })
  writeFileSync(stampFile, stamp)
  return true
}

/** Number and latest change of the sources: a removed file counts as well. Generated files do not. */
function newest(folders: string[], files: string[]): string {
  let latest = 0
  let count = 0
  const look = (path: string): void => {
    if (path.includes('.gen.') || !existsSync(path)) return
    const stat = statSync(path)
    if (stat.isDirectory()) return readdirSync(path).forEach((name) => look(join(path, name)))
    latest = Math.max(latest, stat.mtimeMs)
    count++
  }
  for (const path of [...folders, ...files]) look(path)
  return `${count} ${Math.round(latest)}`
}
