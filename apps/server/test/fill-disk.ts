import { randomBytes } from 'node:crypto'
import { diskStorage } from '../src/files/storage/disk.ts'

// Started by storage.test.ts as a process whose files may not grow beyond a limit, as on a full disk. Prints what each put came to.
process.on('SIGXFSZ', () => {})
const storage = diskStorage(process.argv[2] ?? '')
for (const size of [10_000, 2_000_000, 10_000]) {
  const name = randomBytes(16).toString('hex')
  const outcome = await storage.put(name, randomBytes(size), 'image/webp').then(
    () => 'stored',
    (error: { code: string }) => error.code,
  )
  process.stdout.write(`${outcome}\n`)
}
