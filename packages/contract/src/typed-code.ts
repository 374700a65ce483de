import * as z from 'zod/mini'

/**
 * What a typed or pasted text stands for where it is compared: plain width, `.` for `。`, hyphens for dashes, single blanks, nothing
 * invisible.
 */
export function plainText(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `plainText` of what has no blanks: a code, a number, an address. */
export function plainCode(typed: string): string {
  return plainText(typed).replaceAll(' ', '')
}

/** A host name as the domain name system has it: `例子.中国` becomes `xn--fsqu00a.xn--fiqs8s`. What is no host name stays as it is. */
export function plainHost(typed: string): string {
  const host = plainText(typed)
  return /[^\0-\x7f]/.test(host) && !/[\s/\\?#@:]/.test(host) && URL.canParse(`http://${host}/`)
    ? new URL(`http://${host}/`).hostname
    : host
}

/** Schemas of typed texts. `longest`: most characters before anything is removed. */
const typed = (read: (text: string) => string) => (longest: number) => z.pipe(z.string().check(z.maxLength(longest)), z.transform(read))
export const typedText = typed(plainText)
export const typedCode = typed(plainCode)
export const typedHost = typed(plainHost)
