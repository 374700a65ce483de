import type { Language } from '@portico/contract/translations'

export type Region = { code: string; en: string; zh: string; /** Other words of names, in lower case. */ words: readonly string[] }

/** Countries and territories that profiles have groups for, nearest to China first. */
export const regions: readonly Region[] = [
  { code: 'HK', en: 'Hong Kong', zh: '香港', words: ['hongkong', '深港', '沪港', '广港', '京港'] },
  { code: 'TW', en: 'Taiwan', zh: '台湾', words: ['taipei', '臺灣', '台北', '新北', '彰化'] },
  { code: 'JP', en: 'Japan', zh: '日本', words: ['tokyo', 'osaka', '东京', '東京', '大阪', '埼玉', '沪日', '深日', '广日'] },
  { code: 'SG', en: 'Singapore', zh: '新加坡', words: ['狮城', '獅城', '广新', '沪新', '深新'] },
  { code: 'KR', en: 'South Korea', zh: '韩国', words: ['korea', 'seoul', '首尔', '韓國', '春川', '沪韩'] },
  { code: 'US', en: 'United States', zh: '美国', words: usWords() },
  { code: 'GB', en: 'United Kingdom', zh: '英国', words: ['britain', 'london', 'england', '英國', '伦敦'] },
  { code: 'DE', en: 'Germany', zh: '德国', words: ['frankfurt', 'berlin', '德國', '法兰克福', '柏林'] },
  { code: 'FR', en: 'France', zh: '法国', words: ['paris', 'marseille', '法國', '巴黎'] },
  { code: 'NL', en: 'Netherlands', zh: '荷兰', words: ['amsterdam', '荷蘭', '阿姆斯特丹'] },
  { code: 'CA', en: 'Canada', zh: '加拿大', words: ['toronto', 'montreal', 'vancouver', '多伦多', '温哥华', '蒙特利尔'] },
  { code: 'AU', en: 'Australia', zh: '澳大利亚', words: ['sydney', 'melbourne', '澳洲', '悉尼', '墨尔本'] },
  { code: 'MY', en: 'Malaysia', zh: '马来西亚', words: ['kuala lumpur', '马来', '吉隆坡'] },
  { code: 'TH', en: 'Thailand', zh: '泰国', words: ['bangkok', '曼谷', '泰國'] },
  { code: 'VN', en: 'Vietnam', zh: '越南', words: ['hanoi', '河内', '胡志明'] },
  { code: 'PH', en: 'Philippines', zh: '菲律宾', words: ['manila', '马尼拉'] },
  { code: 'ID', en: 'Indonesia', zh: '印度尼西亚', words: ['jakarta', '印尼', '雅加达'] },
  { code: 'IN', en: 'India', zh: '印度', words: ['mumbai', '孟买'] },
  { code: 'RU', en: 'Russia', zh: '俄罗斯', words: ['moscow', '莫斯科', '俄國', '伯力'] },
  { code: 'TR', en: 'Türkiye', zh: '土耳其', words: ['turkey', 'istanbul', '伊斯坦布尔'] },
  { code: 'AE', en: 'United Arab Emirates', zh: '阿联酋', words: ['dubai', '迪拜'] },
  { code: 'CH', en: 'Switzerland', zh: '瑞士', words: ['zurich', '苏黎世'] },
  { code: 'SE', en: 'Sweden', zh: '瑞典', words: ['stockholm', '斯德哥尔摩'] },
  { code: 'PL', en: 'Poland', zh: '波兰', words: ['warsaw', '华沙'] },
  { code: 'ES', en: 'Spain', zh: '西班牙', words: ['madrid', '马德里'] },
  { code: 'IT', en: 'Italy', zh: '意大利', words: ['milan', '米兰'] },
  { code: 'BR', en: 'Brazil', zh: '巴西', words: ['sao paulo', '圣保罗'] },
  { code: 'AR', en: 'Argentina', zh: '阿根廷', words: ['buenos aires'] },
  { code: 'MO', en: 'Macao', zh: '澳门', words: ['macau', '澳門'] },
  { code: 'NZ', en: 'New Zealand', zh: '新西兰', words: ['auckland', '奥克兰'] },
  { code: 'ZA', en: 'South Africa', zh: '南非', words: ['johannesburg', '约翰内斯堡'] },
]

function usWords(): string[] {
  const cities = ['los angeles', 'san jose', 'seattle', 'new york', 'chicago', 'dallas', 'silicon valley']
  return ['usa', 'america', '美國', '洛杉矶', '圣何塞', '西雅图', '纽约', '芝加哥', '达拉斯', '硅谷', ...cities]
}

/** The name of a region's group, with its flag. */
export function regionGroup({ code, en, zh }: Region, language: Language): string {
  return `${flagOf(code)} ${language === 'en' ? en : zh}`
}

function flagOf(code: string): string {
  return Array.from(code, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65)).join('')
}

// "UK" is no ISO code, but many write it.
const aliases: Record<string, string> = { UK: 'GB' }
const known = new Set([...regions.map(({ code }) => code), ...Object.keys(aliases)])

/** The ISO code of the place that a name or tag tells: by a flag, a country, a city or a code such as "HK 1"; null: none. */
export function placeOf(texts: readonly string[]): string | null {
  for (const text of texts) {
    const found = flagIn(text) ?? wordIn(text) ?? codeIn(text)
    if (found) return found
  }
  return null
}

function flagIn(text: string): string | null {
  const [flag] = /[\u{1F1E6}-\u{1F1FF}]{2}/u.exec(text) ?? []
  return flag ? Array.from(flag, (half) => String.fromCharCode((half.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join('') : null
}

/** The first country or city in the text; of two at one place, the longer: Indonesia, not India. */
function wordIn(text: string): string | null {
  const lower = text.toLowerCase()
  let best: { code: string; at: number; length: number } | null = null
  for (const { code, en, zh, words } of regions) {
    for (const word of [en.toLowerCase(), zh, ...words]) {
      const at = indexOfWord(lower, word)
      if (at < 0 || (best && (at > best.at || (at === best.at && word.length <= best.length)))) continue
      best = { code, at, length: word.length }
    }
  }
  return best?.code ?? null
}

function indexOfWord(text: string, word: string): number {
  const at = text.indexOf(word)
  const isLatin = /^[a-z]/.test(word)
  const isInside = isLatin && (/[a-z]/.test(text[at - 1] ?? '') || /[a-z]/.test(text[at + word.length] ?? ''))
  return isInside ? -1 : at
}

/** A code in a text. Codes are English words too, so lower case counts only before a number. */
function codeIn(text: string): string | null {
  for (const [, upper, lower] of text.matchAll(/(?<![A-Za-z])(?:([A-Z]{2})(?![A-Za-z])|([a-z]{2})(?=[-_ ]?\d))/g)) {
    const code = (upper ?? lower ?? '').toUpperCase()
    if (known.has(code)) return aliases[code] ?? code
  }
  return null
}
