/** Text as it stands in a LIKE pattern: what would be a wildcard there stands for itself. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (c) => `\\${c}`)
}
