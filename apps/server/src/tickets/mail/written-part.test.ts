import { expect, test } from 'vitest'
import { corpus } from '../../../test/mail-corpus.ts'
import { isAutomatic } from './sent-by-machine.ts'
import { unknownPart, withoutQuote, writtenPart } from './written-part.ts'

/** As a mail is read: what is written, else what stands below a quotation that nothing marks, else all. */
function read(text: string, original = ''): string {
  const { text: written, below } = withoutQuote(text, 'li@mail.example')
  return [written, unknownPart(below, [original]) || below].filter(Boolean).join('\n\n')
}

test('of the answers of 14 programs in two languages, all words are kept and all quotations go', () => {
  const kept = { words: 0, of: 0 }
  const gone = { lines: 0, of: 0 }
  const wrong: string[] = []
  for (const { name, text, words, quote, original } of corpus) {
    const result = read(text, original)
    const lines = result.split('\n').map((line) => line.trim())
    const [found, removed] = [words.filter((line) => lines.includes(line)), quote.filter((line) => !lines.includes(line.trim()))]
    kept.words += found.length
    kept.of += words.length
    gone.lines += removed.length
    gone.of += quote.length
    if (result !== words.join('\n')) wrong.push(`${name}: ${JSON.stringify(result)}`)
  }
  // oxlint-disable-next-line no-console -- the figures are what the test is run for
  console.log(`${corpus.length} answers, ${kept.words} of ${kept.of} lines kept, ${gone.lines} of ${gone.of} quoted lines removed`)
  expect(corpus.length).toBeGreaterThanOrEqual(120)
  expect(wrong).toEqual([])
  expect([kept.words, gone.lines]).toEqual([kept.of, gone.of])
})

const WROTE = 'On Fri, Nov 27, 2026 at 10:00 AM Portico <support@portico.example.com> wrote:'
test.each([
  ['a quotation alone stays', `${WROTE}\n> Which app do you use?`, `${WROTE}\n> Which app do you use?`],
  ['a line of a log is no quotation', 'It says:\n> timeout\nand stops.', 'It says:\n> timeout\nand stops.'],
  ['lines without a word of whose they are, at the end', 'Clash.\n\n> Which app?\n> Since when?', 'Clash.'],
  ['and at the start', '> Which app?\nClash.\n> Since when?\nFriday.', 'Clash.\nFriday.'],
  [
    'another language',
    'Clash.\n\nEl vie, 27 nov 2026 a las 10:00, Portico (<support@portico.example.com>) escribió:\n> Which app?',
    'Clash.',
  ],
  ['a name that is broken in two', `Clash.\n\n${WROTE.replace(' at ', '\nat ').replace(' wrote', '\nwrote')}\n> Which app?`, 'Clash.'],
  ['a word about what somebody wrote', 'On 3 May 2026 he wrote:\n', 'On 3 May 2026 he wrote:'],
  ['a signature', 'Clash.\n-- \nLi\n\nAt 2026-11-27 10:00:00, "Portico" <support@portico.example.com> wrote:\nWhich app?', 'Clash.'],
  ['a signature without a quotation', 'Clash.\n-- \nLi', 'Clash.\n--\nLi'],
  ['headers of a log', 'From: 192.168.1.10\nTo: 203.0.113.5\ntimed out', 'From: 192.168.1.10\nTo: 203.0.113.5\ntimed out'],
  [
    'answers between lines that nothing marks',
    'See my answers below.\n\n-----Original Message-----\nFrom: a@b.example\nSent: Monday\n\nWhich app?\nClash.',
    'See my answers below.\n\n-----Original Message-----\nFrom: a@b.example\nSent: Monday\n\nWhich app?\nClash.',
  ],
  [
    'a name on a line of its own',
    'Clash.\n\nPortico\n<support@portico.example.com> 于 2026年11月27日周五 下午1:11写道：\n\n> Which app?',
    'Clash.',
  ],
  [
    'a quotation in the line that announces it',
    'Clash.\n\n  On Fri, Nov 27, 2026 at 10:00, Portico<support@portico.example.com> wrote:   Which app?\n\nSince when?',
    'Clash.',
  ],
  [
    'two announcements',
    'Clash.\n\n------- Original Message -------\nOn Friday, November 27th, 2026 at 10:00, Portico <support@portico.example.com> wrote:\n\n> Which app?',
    'Clash.',
  ],
  ['entities of HTML in a rule', 'Clash.\n\n------------------&nbsp;Original&nbsp;------------------\nFrom: a\n\nWhich app?', 'Clash.'],
  ['a rule that somebody drew', `One\n${'_'.repeat(32)}\nTwo`, `One\n${'_'.repeat(32)}\nTwo`],
])('%s', (_, text, words) => expect(read(text)).toBe(words))

test('HTML marks what it quotes', () => {
  const html = `<div dir="ltr">Clash <b>2.4.7</b>.</div><div class="gmail_quote"><div class="gmail_attr">${WROTE.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}<br></div>
    <blockquote class="gmail_quote"><div>Which app?</div><div>Since when?</div></blockquote></div><div>Since Friday.</div>`
  expect(writtenPart({ html }).text).toBe('Clash 2.4.7.\n\nSince Friday.')
})

test('an automatic answer is known by its subject, an answer about one is not', () => {
  const subjects = (lines: string[]): boolean[] =>
    lines.map((subject) => isAutomatic({ from: { name: '', address: 'li@mail.example' }, headers: [], subject }))
  const automatic = [
    '自动回复: Re: My node is slow',
    '自动回复：回复：节点',
    '自动答复: x',
    'Automatic reply: Re: x',
    'Auto-Reply: x',
    'Auto Response: x',
  ]
  automatic.push(
    'Out of Office: Re: x',
    'Out of the office (Re: x)',
    'Undeliverable: Re: x',
    '系统退信/Systems bounce',
    '自動回覆: x',
    'Autoreply: x',
  )
  const own = [
    'Re: 自动回复怎么关',
    'Re: My node is slow',
    '自动回复功能怎么用',
    '回复：自动回复：x',
    'Automatic reply does not work',
    '',
    'Autopay',
    '离线',
  ]
  expect(subjects(automatic)).toEqual(automatic.map(() => true))
  expect(subjects(own)).toEqual(own.map(() => false))
  // Proton adds it to what people write.
  const proton = { key: 'feedback-id', value: '1234567:user:proton' }
  expect(isAutomatic({ from: { name: '', address: 'li@mail.example' }, headers: [proton] as never, subject: 'Re: x' })).toBe(false)
})
