/** A text without spaces between Chinese characters or after Chinese stops. */
export function closeGaps(text: string): string {
  return text.replace(/(?<=[。，、；：！？]) |(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
}
