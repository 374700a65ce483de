/** A word or a few in a row, and in how many of the texts it stands. */
export type Phrase = { phrase: string; texts: number }

const LONGEST = 3
/** Factor by which a part must be more frequent than its longer phrase to count alone. */
const ALONE = 1.5
const IDLE = new Set(
  'a an and are as at be by can cannot can’t could did do does doesn’t don’t for from had has have hello help hi how i i’m if in into is it its me my no not of on or our please so thanks that the their then there this to was we what when where which who why will with would you your re about again after any but get got am been just problem question issue'.split(
    ' ',
  ),
)
const IDLE_HAN = new Set(
  '的 了 吗 呢 吧 啊 呀 我 你 您 是 在 有 不 没 没有 也 都 就 和 与 或 怎么 什么 如何 为什么 请问 请 求助 你好 您好 问题 一下 可以 能 要 会 还 这 那 个 一 一个 怎么办 谢谢 出现 时候'.split(
    ' ',
  ),
)

/** Words that count only within a phrase: alone they just say that something is wrong. */
const NOT_ALONE = new Set('无法 不能 不了 不上 失败 错误 不行 not working failed error'.split(' '))

/** The phrases that stand in most of these short texts, at least twice, the most frequent first. English and Chinese may be mixed. */
export function frequentPhrases(texts: readonly string[], most: number): Phrase[] {
  const counts = new Map<string, number>()
  for (const text of texts) for (const phrase of phrasesOf(text)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  // Longer ones first where they are as frequent, so that their parts can be left out.
  const sorted = [...counts].filter(([, n]) => n > 1).toSorted(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1))
  const chosen: Phrase[] = []
  for (const [phrase, n] of sorted) {
    const isPart = sorted.some(([longer, m]) => longer !== phrase && holds(longer, phrase) && n < m * ALONE)
    const isGrown = chosen.some((shorter) => holds(phrase, shorter.phrase))
    if (!isPart && !isGrown) chosen.push({ phrase, texts: n })
    if (chosen.length === most) break
  }
  return chosen
}

/** Phrases of a text, each once. */
function phrasesOf(text: string): Set<string> {
  const found = new Set<string>()
  for (const run of runsOf(text)) {
    for (let at = 0; at < run.length; at++) {
      for (let size = 1; size <= LONGEST && at + size <= run.length; size++) {
        const phrase = joined(run.slice(at, at + size))
        if (!NOT_ALONE.has(phrase)) found.add(phrase)
      }
    }
  }
  return found
}

/** Runs of meaningful words, split at idle ones. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [[]]
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase().replaceAll("'", '’'))) {
    if (segment === ' ') continue
    const says = isWordLike && !IDLE.has(segment) && !IDLE_HAN.has(segment) && !/^\d+$/.test(segment) && segment.length > 0
    if (!says || (!isHan(segment) && segment.length < 2)) runs.push([])
    else runs.at(-1)?.push(segment)
  }
  return runs.filter((run) => run.length > 0)
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Words joined: Chinese without spaces, others with. */
function joined(words: string[]): string {
  return words.reduce((text, word) => text + (text === '' || (isHan(word) && isHan(text.at(-1) ?? '')) ? '' : ' ') + word, '')
}

function holds(longer: string, shorter: string): boolean {
  return isHan(shorter) ? longer.includes(shorter) : ` ${longer} `.includes(` ${shorter} `)
}

function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}
