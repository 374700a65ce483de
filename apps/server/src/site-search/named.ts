import type { Tokens } from '../articles/words/fit.ts'

/** A searchable thing besides articles. `also`: further names, not shown. `tokens`: of its text. */
export type Named = { id: string; title: string; text: string; tokens: Tokens; also: string; path: string }
