import * as z from 'zod/mini'

/**
 * Normalises a typed or pasted code: full-width characters become plain, dashes become hyphens; blanks and invisible characters are
 * removed.
 */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s\p{Cf}]/gu, '')
}

/** Schema of a typed code. `longest`: most characters before blanks are removed. */
export const typedCode = (longest: number) => z.pipe(z.string().check(z.maxLength(longest)), z.transform(plainCode))
