/** Without the space between two Chinese characters, or after a Chinese stop, as where Chinese stands in a text written for any language. */
export function closeGaps(text: string): string {
  return text.replace(/(?<=[。，；：！？]) |(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}
