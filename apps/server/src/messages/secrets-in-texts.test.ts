import { messagePlaceholders, MessageTemplate } from '@portico/contract/message-placeholders'
import { parseDocument, DomUtils } from 'htmlparser2'
import { beforeEach, describe, expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { startLinkScanner } from '../../test/link-scanner.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { startSmsDesk } from '../../test/sms-desk.ts'
import { builtinTexts } from './builtin-texts.ts'
import type { MessageContent } from './message.ts'
import { messageTexts } from './message-texts.table.ts'
import { sampleMessage } from './sample-message.ts'
import { sendMessage } from './send-message.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const mailbox = await forFile(openMailbox(t))
const desk = await forFile(startSmsDesk())
t.app.smsApis = desk.apis
const scanner = await forFile(startLinkScanner())
await owner.call('PATCH', '/admin/settings', desk.twilio)
beforeEach(async () => {
  await t.database.db.delete(messageTexts)
  desk.sent.length = 0
  scanner.asked.length = 0
})

const MARK = '738291'
const secrets = MessageTemplate.options.flatMap((template) => messagePlaceholders[template].secret.map((name) => ({ template, name })))
type Secret = (typeof secrets)[number]
const places = ['alone', 'in a link', 'in an attribute', 'in a word'] as const

/** The secret as the text puts it. */
function placed(place: (typeof places)[number], { name }: Secret): string {
  const mark = `{{${name}}}`
  if (place === 'alone') return name === 'link' ? `Not me: ${mark}` : mark
  if (place === 'in a link') return `Open http://${scanner.host}/?c=${mark}`
  return place === 'in an attribute' ? `<img src="http://${scanner.host}/${mark}.gif">` : `word${mark}word`
}
function textWith(place: (typeof places)[number], secret: Secret) {
  const { template } = secret
  const others = messagePlaceholders[template].required.filter((name) => name !== secret.name).map((name) => `{{${name}}} `)
  const [text, sms] = ['Own words\n\n', 'Own words '].map((start) => `${start}${others.join('')}`)
  const inText = placed(place, secret)
  return { template, language: 'en', subject: 'Own words', text: `${text}\n\n${inText}`, sms: `${sms}${inText}` } as const
}
/** The sample of the message, with a secret that is easy to find. */
function withMark(template: MessageTemplate): MessageContent {
  const sample = sampleMessage(template, t.app.now())
  // The same message, only with another secret.
  return { ...sample, secret: template === 'code' ? MARK : `/take-back?t=${MARK}` } as MessageContent
}
async function send(template: MessageTemplate, channel: 'email' | 'sms', language: 'en' | 'zh-CN' = 'en'): Promise<void> {
  const to = { channel, address: channel === 'sms' ? '+8613800000000' : 'op@example.com' }
  await t.database.transaction((tx) =>
    sendMessage(tx, t.database.secrets, { to, accountId: null, language, ...withMark(template) }, t.app.now()),
  )
}

describe.each(secrets)('the $name of $template', (secret) => {
  test.each(places)('%s reaches no other site, saved or stored before', async (place) => {
    const row = textWith(place, secret)
    const saved = await owner.call('PUT', '/admin/messages/texts', row)
    if (place === 'alone') expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    else expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, ['text', 'sms']])
    await t.database.db
      .insert(messageTexts)
      .values({ ...row, changedAt: t.app.now() })
      .onConflictDoNothing()
    await send(secret.template, 'sms')
    await send(secret.template, 'email')
    const { subject = '', text = '', html = '' } = await mailbox.mailTo('op@example.com')
    const sms = desk.sent.at(-1)!.text
    const builtin = builtinTexts.en[secret.template].subject.replace('{{site}}', 'Portico')
    expect(subject, 'whose text it is').toBe(place === 'alone' ? 'Own words' : builtin)
    await scanner.scan(text, html, sms)
    expect(scanner.asked.join(' ')).not.toContain(MARK)
    expectDrawn(secret, { text, html, sms })
  })
})

/**
 * The secret stands where the layout put it: as a word or a whole address of the site, in the target of the one button and nowhere else.
 */
function expectDrawn({ name }: Secret, { text, html, sms }: Record<'text' | 'html' | 'sms', string>): void {
  const whole = name === 'code' ? MARK : `${t.base}/take-back?t=${MARK}`
  expect(text.split(/\r?\n/).filter((line) => line.includes(MARK))).toEqual([whole])
  expect(sms.split(' ').filter((word) => word.includes(MARK))).toEqual([whole])
  const elements = DomUtils.findAll((element) => Object.values(element.attribs).join(' ').includes(MARK), parseDocument(html).children)
  expect(elements.map(({ name: tag, attribs }) => [tag, attribs['href']])).toEqual(name === 'code' ? [] : [['a', whole]])
  const drawn = DomUtils.findAll(
    ({ children }) => children.some((one) => 'data' in one && one.data.includes(MARK)),
    parseDocument(html).children,
  )
  expect(drawn.map((element) => DomUtils.textContent(element))).toEqual([whole])
}

test('every secret that a message carries is declared, and no other placeholder is', async () => {
  for (const template of MessageTemplate.options) {
    const carries = sampleMessage(template, t.app.now()).secret !== undefined
    expect([template, secrets.some((one) => one.template === template)]).toEqual([template, carries])
  }
})

test('a site named like the address of another begins none that goes on to a link in an SMS', async () => {
  await owner.call('PATCH', '/admin/settings', { 'site.title': `http://${scanner.host}/?c=` })
  await send('password_changed', 'sms', 'zh-CN')
  await t.runJobs()
  const sms = desk.sent.at(-1)!.text
  expect(sms).toContain(`：${t.base}/take-back?t=${MARK}`)
  await scanner.scan(sms)
  expect(scanner.asked.join(' ')).not.toContain(MARK)
  await owner.call('PATCH', '/admin/settings', { 'site.title': 'Portico' })
})
