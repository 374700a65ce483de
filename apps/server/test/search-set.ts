// Many articles in two languages, and questions whose answers are known because of how the articles were made.

export type MadeArticle = { id: number } & Record<'en' | 'zh-CN', { title: string; summary: string; body: string }>
export type QuestionKind = 'Chinese word' | 'English word' | 'part' | 'slip'
export type Question = { kind: QuestionKind; q: string; expected: ReadonlySet<number> }

/** Each in a few articles only, and no two of them with a common beginning or one letter apart. */
const english =
  'umbrella violin thunder blanket compass harvest mirror orchard pepper quarry raccoon saddle tunnel vinegar walnut zipper anchor biscuit candle dragon engine falcon garlic hammer island jungle kettle lantern magnet needle oyster pigeon quilt rocket salmon turtle uncle valley whistle yogurt almond bridge cactus donkey elbow feather giraffe helmet insect jacket kitchen ladder monkey nectar olive parrot ribbon spider tractor velvet'.split(
    ' ',
  )
/** None shares two neighbouring characters with another, nor with the sentences below. */
const chinese =
  '雨伞 提琴 雷霆 毛毯 罗盘 丰收 镜子 果园 胡椒 矿山 浣熊 马鞍 隧道 陈醋 核桃 拉链 船锚 饼干 蜡烛 恐龙 引擎 猎鹰 大蒜 锤子 岛屿 丛林 水壶 灯笼 磁铁 针线 牡蛎 鸽子 被褥 火箭 鲑鱼 乌龟 叔叔 山谷 口哨 酸奶 杏仁 桥梁 仙人 驴肉 手肘 羽毛 鹿角 头盔 昆虫 夹克 厨房 梯田 猴年 花蜜 橄榄 鹦鹉 丝绸 蜘蛛 拖车 天鹅'.split(
    ' ',
  )
const sentences = {
  en: [
    'Open the settings of the app and look for the page with your account.',
    'Most people finish this in about five minutes.',
    'If the page stays empty, reload it once and wait a moment.',
    'You can change this later whenever you like.',
    'The list shows every device that was used during the last month.',
    'Choose the nearest location first because it is usually the fastest.',
    'Nothing is charged before you confirm the total.',
    'Write to us if the numbers look wrong to you.',
  ],
  'zh-CN': [
    '请先打开应用的设置页面。',
    '大多数人五分钟内就能完成。',
    '如果页面没有内容，请刷新一次再等待片刻。',
    '您以后随时都能更改这一项。',
    '列表中显示最近一个月用过的设备。',
    '建议先选择最近的地区，通常速度最快。',
    '确认总额之前不会扣款。',
    '如果数字有误，请与我们联系。',
  ],
}
const topics = {
  en: ['Getting started', 'Paying', 'Devices', 'Speed', 'Accounts'],
  'zh-CN': ['新手入门', '付款方式', '设备管理', '网络速度', '账号安全'],
}

/**
 * `count` articles. Every word is in `few` to three times as many of them: a third in titles, a third in summaries, a third in texts, some
 * English ones in the plural. All others hold what is nearly a word: its letters parted, its characters turned round or apart.
 */
export function makeArticles(count: number, few: number): { articles: MadeArticle[]; questions: Question[] } {
  const holders = new Map<string, Set<number>>()
  const subjects = english.flatMap((word, i) => Array.from({ length: few + (i % (few * 2)) }, () => i))
  const articles = Array.from({ length: count }, (_, n): MadeArticle => {
    const id = n + 1
    // Spread over the whole table, in no order of their words.
    const subject = n % Math.floor(count / subjects.length) === 0 ? subjects[n / Math.floor(count / subjects.length)] : undefined
    const [en, zh] = [english[subject ?? n % english.length] ?? '', chinese[subject ?? n % chinese.length] ?? '']
    if (subject !== undefined) for (const word of [en, zh]) holders.set(word, (holders.get(word) ?? new Set()).add(id))
    const words = subject === undefined ? { en: almost(en, n), 'zh-CN': almostHan(zh, n) } : { en: n % 2 ? `${en}s` : en, 'zh-CN': zh }
    return { id, en: textOf('en', words.en, n), 'zh-CN': textOf('zh-CN', words['zh-CN'], n) }
  })
  const ask = (kind: QuestionKind, q: string, word: string): Question => ({ kind, q, expected: holders.get(word) ?? new Set() })
  const questions = [
    ...chinese.map((word) => ask('Chinese word', word, word)),
    ...english.map((word, i) => ask('English word', i % 3 === 0 ? `${word}s` : i % 3 === 1 ? word.toUpperCase() : word, word)),
    ...english.slice(0, 40).map((word) => ask('part', word.slice(0, Math.ceil(word.length * 0.6)), word)),
    ...english.slice(20).map((word, i) => ask('slip', mistyped(word, i), word)),
  ]
  return { articles, questions }
}

/** How many of those found were expected, and how many of those expected were found. */
export function measure(answers: { question: Question; found: ReadonlySet<number> }[]): { precision: number; recall: number } {
  const shares = answers.map(({ question: { expected }, found }) => {
    const right = [...found].filter((id) => expected.has(id)).length
    return { precision: found.size === 0 ? 0 : right / found.size, recall: right / expected.size }
  })
  const mean = (of: 'precision' | 'recall'): number => shares.reduce((sum, share) => sum + share[of], 0) / shares.length
  return { precision: mean('precision'), recall: mean('recall') }
}

function textOf(language: 'en' | 'zh-CN', word: string, n: number): MadeArticle['en'] {
  const said = sentences[language]
  const pick = (from: number): string => said[(n * 7 + from) % said.length] ?? ''
  const topic = topics[language][n % 5] ?? ''
  const with_ = (text: string, place: number): string => (Math.floor(n / 3) % 3 === place ? `${text} ${word}` : text)
  const body = `<p>${[pick(0), pick(1), with_(pick(2), 2), pick(3)].join(' ')}</p><p>${[pick(4), pick(5)].join(' ')}</p>`
  return { title: with_(`${topic} ${n}`, 0), summary: with_(pick(6), 1), body }
}

function almost(word: string, n: number): string {
  return n % 2 ? `${word.slice(0, 2)} ${word.slice(2)}` : `un${word}`
}

function almostHan(word: string, n: number): string {
  const [first = '', second = ''] = word
  return n % 2 ? `${second}${first}` : `${first}与${second}`
}

/** One letter more, less, other or exchanged, never the first. */
function mistyped(word: string, i: number): string {
  const at = 2 + (i % (word.length - 3))
  const [start, letter, next, rest] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)]
  return (
    [`${start}${letter}x${next}${rest}`, `${start}${next}${rest}`, `${start}x${next}${rest}`, `${start}${next}${letter}${rest}`][i % 4] ??
    ''
  )
}
