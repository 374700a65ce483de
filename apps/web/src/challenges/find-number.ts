import type { AltchaChallenge } from '@portico/contract/challenges'
import { sha256Hex } from '../api/sha256.ts'

/** Numbers tried between two reports. */
const STRIDE = 5_000

/** The number that solves the challenge; null: none does. Blocks its thread, for seconds if the challenge is hard. */
export function findNumber({ salt, challenge, maxnumber }: AltchaChallenge, onProgress: (part: number) => void = () => {}): number | null {
  for (let n = 0; n <= maxnumber; n++) {
    if (n % STRIDE === 0) onProgress(n / maxnumber)
    if (sha256Hex(salt + String(n)) === challenge) return n
  }
  return null
}
