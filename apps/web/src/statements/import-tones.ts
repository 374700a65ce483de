import type { ImportState } from '@portico/contract/statements-imports-admin'
import type { Tone } from '../ui/status-badge.tsx'

export const IMPORT_TONES: Record<ImportState, Tone> = { prepared: 'warn', running: 'busy', done: 'good', cancelled: 'quiet' }
