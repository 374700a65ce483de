import { createOwnChecker } from '../src/grammar/own-checker.ts'

// A process with a grammar checker, which it never ends. Says the id of the checker's process.

const checker = createOwnChecker()
await checker.check(1, { text: 'Fine.', language: 'en-US' })
process.send?.(checker.pid())
