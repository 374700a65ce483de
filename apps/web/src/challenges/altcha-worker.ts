import type { AltchaChallenge } from '@portico/contract/challenges'
import { findNumber } from './find-number.ts'

// The page's tsconfig types this file as part of a window.
addEventListener('message', ({ data }: MessageEvent<AltchaChallenge>) => {
  postMessage({ number: findNumber(data, (part) => postMessage({ part })) })
})
