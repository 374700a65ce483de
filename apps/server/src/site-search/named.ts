import type { Tokens } from '../articles/words/fit.ts'

/** What search finds beside articles. `also`: other names of it, which are not shown. `tokens`: those of its text. */
export type Named = { id: string; title: string; text: string; tokens: Tokens; also: string; path: string }
