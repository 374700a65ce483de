import { whileReading } from './processes/quick-imports.ts'
import { type Config, readConfig } from './config.ts'
import { fitHeap } from './memory/heap.ts'
import { askToRestart } from './processes/ask-to-restart.ts'
import { silentProgress, startProgress } from './processes/start-progress.ts'

/** Megabytes; with all else, a move takes less than 300. */
const MOVING_HEAP = { old: 128, young: 4 }
/** Levels of the log at which a start says what it does. */
const TALKATIVE = ['info', 'debug', 'trace']

// Loading the server takes a second and most of the memory, so commands that do not need it come first. serve.ts is imported only when it
// is needed, because static imports load before any code here runs.
const args = process.argv.slice(2)
const config = readConfig(process.env)
if ('faults' in config) endWith(config.faults)
try {
  await work(config)
} catch (error) {
  endWith([error instanceof Error ? error.message : String(error)])
}

async function work(given: Config): Promise<void> {
  const [command = '', file] = args
  if (args.includes('restart')) return console.log(askToRestart(given.dataDir))
  // A move reads all there is, row by row: a large heap would only be filled before it is swept.
  fitHeap(command === 'import' ? MOVING_HEAP : undefined)
  if (command === 'import') {
    const { runImportCommand } = await import('./imports/command.ts')
    for (const line of await runImportCommand(given, args.slice(1))) console.log(line)
    return
  }
  if (!['backup', 'restore', 'rehearse'].includes(command)) {
    const progress = TALKATIVE.includes(given.logLevel) ? startProgress(console.log) : silentProgress
    progress.tell('reading the code')
    whileReading(progress.look)
    return (await import('./serve.ts')).start(given, args, progress)
  }
  const { runCommand } = await import('./backups/command.ts')
  for (const line of await runCommand(command, given, file, process.env)) console.log(line)
}

function endWith(faults: string[]): never {
  for (const fault of faults) console.error(`portico: ${fault}`)
  process.exit(1)
}
