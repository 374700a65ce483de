import { describe, expect, test } from 'vitest'
import type { MessageTemplate } from './message-placeholders.ts'
import { MessageTextInput } from './messages-admin.ts'
import { hasAddress, secretFault } from './secret-in-text.ts'

const inMail = (text: string, template: MessageTemplate = 'code') => secretFault(template, 'text', text)
const inLine = (text: string, template: MessageTemplate = 'code') => secretFault(template, 'sms', text)

describe('in a mail', () => {
  test.each(['{{code}}', 'Hello\n\n{{code}}\n\nBye', 'Hello\n \t\n  {{code}}  \n\nSee https://help.example.com', '{{code}}\n\n{{code}}'])(
    'a code alone in its paragraph may stand: %j',
    (text) => expect(inMail(text)).toBeNull(),
  )

  test.each([
    'Your code: {{code}}',
    '{{code}}.',
    'https://other.example/?c={{code}}',
    'other.example/\n{{code}}',
    '{{code}}\n{{code}}',
    '{{code}}{{code}}',
    '{{{code}}}',
    '\u200b{{code}}',
    '{{code}}\u2060',
    '\u202e{{code}}',
    'https://other.example/?c=\u2028\u2028{{code}}',
    '[Go on](https://other.example/{{code}})',
    '[1]: https://other.example/{{code}}',
    '![]({{code}})',
    '# {{code}}',
    '&#104;ttps://other.example/{{code}}',
    '<a href="javascript:{{code}}">',
    '{{site}} {{code}}',
  ])('a code with anything beside it may not: %j', (text) => expect(inMail(text)).toBe('message.code_alone'))

  test.each(['{{link}}', 'Undo the change: {{link}}', '撤销更改：{{link}}', 'Hello\n\nNot you?\u3000{{link}}', 'Undo:\n{{link}}'])(
    'a link after a few words may stand: %j',
    (text) => expect(inMail(text, 'address_changed')).toBeNull(),
  )

  test.each([
    ['Undo: {{link}}.', 'message.link_at_end'],
    ['{{link}} {{link}}', 'message.link_at_end'],
    ['{{site}}: {{link}}', 'message.link_at_end'],
    ['Time\nUndo: {{link}}', 'message.link_at_end'],
    ['<a href="{{link}}">', 'message.link_at_end'],
    ['https://other.example/?u={{link}}', 'message.other_address'],
    ['//other.example/{{link}}', 'message.other_address'],
    ['other.example/?u={{link}}', 'message.other_address'],
    ['ｏｔｈｅｒ．ｅｘａｍｐｌｅ／{{link}}', 'message.other_address'],
    ['other\u200b.example/{{link}}', 'message.other_address'],
  ])('a link among more, or after an address, may not: %j', (text, rule) => expect(inMail(text, 'address_changed')).toBe(rule))
})

describe('in a line', () => {
  test.each([
    '{{code}}',
    '{{code}} is your code for {{site}}.',
    'Your code is {{code}}. It works for {{minutes}} minutes.',
    'Code: {{code}}, or “{{code}}”',
    '验证码：{{code}}，{{minutes}} 分钟内有效。请勿告知他人。',
    '【{{site}}】您的验证码为【{{code}}】',
    '1.验证码 {{code}}',
  ])('a code set off by blanks or punctuation may stand: %j', (text) => expect(inLine(text)).toBeNull())

  const joining = [
    ...'/ : @ ? & = # % \\ . - _ * ~ + | < > ^ ` $ } {'.split(' '),
    'a',
    '7',
    '验',
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u202e',
    '＝',
    '／',
    '😀',
  ]
  test.each(joining)('nothing else may stand before it: %j', (mark) => expect(inLine(`Code ${mark}{{code}} yours`)).not.toBeNull())
  test.each(joining.filter((mark) => mark !== '.'))('or after it: %j', (mark) =>
    expect(inLine(`Code {{code}}${mark} yours`)).toBe('message.secret_beside'),
  )
  test.each(['{{code}}{{code}}', '{{site}}{{code}}', '{{code}}{{minutes}}', '您的验证码是{{code}}，请勿告知他人'])(
    'nor another placeholder or word: %j',
    (text) => expect(inLine(text)).toBe('message.secret_beside'),
  )

  test.each([
    'Open https://other.example/?c= {{code}}',
    'Open //other {{code}}',
    'other.example/？，{{code}}',
    'ｏｔｈｅｒ．ｅｘａｍｐｌｅ {{code}}',
    'other。example {{code}}',
    'ot\u200bher.ex\u00adample {{code}}',
    '192.0.2.1 {{code}}',
    'x@other.example {{code}}',
    'пример.рф {{code}}',
    '{{code}}.example.com',
    '{{code}} {{site}}.example',
    'other.{{site}} {{code}}',
    '\\\\other {{code}}',
  ])('no other address may stand in it: %j', (text) => expect(inLine(text)).toBe('message.other_address'))

  test('a text without a secret may name addresses; a secret never stands in a subject, required or not', () => {
    expect(inLine('Renew at https://help.example.com/{{day}}', 'plan_expiring')).toBeNull()
    expect(inLine('See help.example.com', 'password_changed')).toBeNull()
    const text = { template: 'password_changed', language: 'en', subject: 'Undo {{link}}', text: 'Changed', sms: 'Changed' }
    expect(MessageTextInput.safeParse(text).error?.issues).toMatchObject([{ path: ['subject'], message: 'message.not_in_subject' }])
  })
})

test('ordinary sentences name no address, however long they are', () => {
  for (const text of [
    'Portico v2.10',
    'It works, e.g. today.',
    '10.30 p.m.',
    '您好。请登录',
    '3.5 元/月',
    'a.'.repeat(2000),
    'a'.repeat(4000),
  ])
    expect([text, hasAddress(text)]).toEqual([text, false])
})
