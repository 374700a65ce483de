import table from './sounds.json' with { type: 'json' }

// Chinese is typed by sound, so most slips sound alike. The runtime can sort by pinyin; `sounds.json` has, in that order, the first character
// of each syllable, which names those up to the next one. Of a character with several readings, the order knows one.

const syllables = table.syllables.split(' ')
const firsts = Array.from(table.firsts)
const { compare } = new Intl.Collator('zh-Hans-CN-u-co-pinyin')
const known = new Map<string, string>()

/** The sound of a run of Chinese without tones, in which sounds that many people do not tell apart are one. */
export function soundOf(text: string): string {
  return Array.from(text, (character) => {
    const sound = known.get(character) ?? read(character)
    known.set(character, sound)
    return sound
  }).join(' ')
}

function read(character: string): string {
  let [from, to] = [0, firsts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compare(firsts[middle] ?? '', character) <= 0) from = middle + 1
    else to = middle
  }
  const syllable = syllables[from - 1] ?? ''
  return syllable.replace(/^([zcs])h/, '$1').replace(/([aei]n)g$/, '$1')
}
