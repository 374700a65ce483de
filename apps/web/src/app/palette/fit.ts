/** Whether a Chinese text reads as typed, in whole syllables or by their first letters; pinyin-pro's `match`. */
export type PinyinMatch = (text: string, typed: string) => unknown

/** How a title fits what was typed, best first: 0 begins with it, 1 has all its words, 2 reads so in pinyin; null: not at all. */
export function fit(title: string, typed: string, byPinyin: PinyinMatch | null): 0 | 1 | 2 | null {
  const [text, sought] = [title.toLowerCase(), typed.trim().toLowerCase()]
  if (text.startsWith(sought)) return 0
  if (sought.split(/\s+/).every((word) => text.includes(word))) return 1
  return byPinyin?.(title, sought.replace(/\s+/g, '')) ? 2 : null
}

/** Items that fit, best first; among equals the shorter title. */
export function fitting<T extends { title: string }>(all: T[], typed: string, byPinyin: PinyinMatch | null): T[] {
  if (typed.trim() === '') return all
  return all
    .map((one) => ({ one, rank: fit(one.title, typed, byPinyin) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => Number(a.rank) - Number(b.rank) || a.one.title.length - b.one.title.length)
    .map(({ one }) => one)
}
