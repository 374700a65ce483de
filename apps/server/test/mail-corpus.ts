// Answers as mail programs write them: what each puts around the mail it answers, seen in their plain texts.

/** `mark`: before each quoted line; '': nothing marks it. `before`: what the program adds above, of which the sender wrote nothing. */
type Program = { name: string; mark: '> ' | ''; en: string[]; zh: string[]; before?: { en: string[]; zh: string[] } }
export type Answer = { name: string; text: string; words: string[]; quote: string[]; original: string }

const RULE = '________________________________'
const headers =
  (from: string, sent: string, to: string, subject: string, pipe = false) =>
  (zh: boolean) => {
    const values = zh
      ? ['Portico <support@portico.example.com>', '2026年11月27日 10:00', 'li@mail.example', '回复：我的节点很慢']
      : ['Portico <support@portico.example.com>', 'Friday, November 27, 2026 10:00 AM', 'li@mail.example', 'Re: My node is slow']
    return [from, sent, to, subject].map((name, i) => (pipe ? `| ${name} | ${values[i]} |` : `${name}${zh ? '：' : ':'} ${values[i]}`))
  }
const en = headers('From', 'Sent', 'To', 'Subject')(false)
const dated = headers('From', 'Date', 'To', 'Subject')(false)
const zh = headers('发件人', '发送时间', '收件人', '主题')(true)
const plainZh = zh.map((line) => line.replace('：', ': '))

const programs: Program[] = [
  {
    name: 'Gmail',
    mark: '> ',
    en: ['On Fri, Nov 27, 2026 at 10:00 AM Portico <support@portico.example.com>', 'wrote:', ''],
    zh: ['Portico <support@portico.example.com> 于2026年11月27日周五 10:00写道：', ''],
  },
  {
    name: 'Apple Mail',
    mark: '> ',
    en: ['On 27 Nov 2026, at 10:00, Portico <support@portico.example.com> wrote:', ''],
    zh: ['在 2026年11月27日，10:00，Portico <support@portico.example.com> 写道：', ''],
    before: { en: ['', 'Sent from my iPhone', ''], zh: ['', '发自我的 iPhone', ''] },
  },
  {
    name: 'Thunderbird',
    mark: '> ',
    en: ['On 11/27/2026 10:00 AM, Portico wrote:'],
    zh: ['在 2026/11/27 10:00, Portico 写道:'],
  },
  {
    name: 'Spark',
    mark: '> ',
    en: ['On Nov 27, 2026 at 10:00 +0800, Portico <support@portico.example.com>, wrote:'],
    zh: ['在 2026年11月27日 +0800 10:00，Portico <support@portico.example.com>，写道：'],
  },
  {
    name: 'Airmail',
    mark: '> ',
    en: ['On November 27, 2026 at 10:00:00, Portico (support@portico.example.com) wrote:', ''],
    zh: ['在 2026年11月27日 上午10:00:00, Portico (support@portico.example.com) 写道:', ''],
  },
  {
    name: 'Proton Mail',
    mark: '> ',
    en: ['On Friday, November 27th, 2026 at 10:00, Portico <support@portico.example.com> wrote:', ''],
    zh: ['在 2026年11月27日星期五 10:00，Portico <support@portico.example.com> 写道：', ''],
    before: { en: ['', 'Sent with Proton Mail secure email.', ''], zh: ['', 'Sent with Proton Mail secure email.', ''] },
  },
  {
    name: 'Yahoo Mail',
    mark: '',
    en: ['    On Friday, November 27, 2026 at 10:00:00 AM GMT+8, Portico <support@portico.example.com> wrote:  ', ' '],
    zh: ['    在 2026年11月27日星期五 GMT+8 10:00:00， Portico <support@portico.example.com> 写道：  ', ' '],
  },
  { name: 'Outlook', mark: '', en: ['-----Original Message-----', ...en, ''], zh: ['-----原始邮件-----', ...plainZh, ''] },
  {
    name: 'Outlook on phones',
    mark: '',
    en: [RULE, ...en, ''],
    zh: [RULE, ...plainZh, ''],
    before: { en: ['', 'Get Outlook for iOS<https://example.com/a>', ''], zh: ['', '获取 Outlook for Android', ''] },
  },
  {
    name: 'QQ mail',
    mark: '',
    en: ['', '------------------ Original ------------------', ...dated, ''],
    zh: ['', '------------------ 原始邮件 ------------------', ...plainZh, ''],
  },
  { name: 'QQ mail on phones', mark: '', en: ['---Original---', ...dated, ''], zh: ['---原始邮件---', ...zh, ''] },
  {
    name: '163',
    mark: '',
    en: ['', '', 'At 2026-11-27 10:00:00, "Portico" <support@portico.example.com> wrote:'],
    zh: ['', '', '在 2026-11-27 10:00:00，"Portico" <support@portico.example.com> 写道：'],
  },
  {
    name: 'NetEase Mail Master',
    mark: '',
    en: ['---- Replied Message ----', ...headers('From', 'Date', 'To', 'Subject', true)(false)],
    zh: ['---- 回复的原邮件 ----', ...headers('发件人', '日期', '收件人', '主题', true)(true)],
    before: { en: [''], zh: ['', '发自 网易邮箱大师', ''] },
  },
  {
    name: 'Foxmail',
    mark: '',
    en: [...dated, ''],
    zh: [...zh, ''],
    before: { en: ['', '', 'li@mail.example', ' '], zh: ['', '', 'li@mail.example', ' '] },
  },
]

const originals = {
  en: ['Which app do you use?', '', 'And since when is it slow?'],
  zh: ['您使用哪个应用？', '', '什么时候开始变慢的？'],
}
const answers = {
  en: [
    ['I use Clash Verge 2.4.7.'],
    [
      'Here is what my router says:',
      'From: 192.168.1.10 to 203.0.113.5 timed out',
      '--',
      'Step two fails with error 403 -> see below:',
      '10 > 5',
    ],
  ],
  zh: [['我用的是 Clash Verge 2.4.7。'], ['错误如下：', '发件人：未知', '----', '在 2026 年之前没有问题，之后：', '步骤二失败，错误 403']],
}

/** Every program, language and place of the answer, with two answers each. */
export const corpus: Answer[] = programs.flatMap((program) =>
  (['en', 'zh'] as const).flatMap((language) =>
    answers[language].flatMap((words) => {
      const original = originals[language]
      const head = program[language]
      const quoted = original.map((line) => (program.mark + line).trimEnd())
      const [first = '', , last = ''] = quoted
      const places = {
        above: [...words, ...(program.before?.[language] ?? ['']), ...head, ...quoted],
        between: [...head, first, '', ...words, '', last],
        below: [...head, ...quoted, '', ...words],
      }
      return Object.entries(places).map(([place, lines]) => ({
        name: `${program.name}, ${language}, ${place}, ${words.length === 1 ? 'short' : 'long'}`,
        text: lines.join('\n'),
        words,
        quote: [...head, ...quoted].filter((line) => line.trim() !== ''),
        original: original.join('\n'),
      }))
    }),
  ),
)
