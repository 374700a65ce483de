import * as z from 'zod/mini'

/** A code as people type or paste it: full-width signs become plain ones, every dash a hyphen; blanks and signs that nobody sees go. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\p{Cf}]/gu, '')
}

/** `longest`: of the text before its blanks go. */
export const typedCode = (longest: number) => z.pipe(z.string().check(z.maxLength(longest)), z.transform(plainCode))
