/** Escapes text for a LIKE pattern, so that wildcards in it stand for themselves. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (c) => `\\${c}`)
}
