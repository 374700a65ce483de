/** Words a minute, and Chinese characters a minute. */
const [WORDS, CHARACTERS] = [220, 400]
const CHINESE = /[\u3400-\u9fff]/g

/** About how long a text takes to read, in whole minutes, at least one. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ')
  const characters = text.match(CHINESE)?.length ?? 0
  const words = text.replace(CHINESE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS + characters / CHARACTERS))
}
