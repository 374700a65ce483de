import { afterEach, expect, test } from 'vitest'
import { askCode, liftLimits } from '../../test/ask-code.ts'
import { forFile, PASSWORD, startApp } from '../../test/harness.ts'
import { startLinkScanner } from '../../test/link-scanner.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { messageTexts } from './message-texts.table.ts'

const t = await forFile(startApp())
liftLimits(t)
const mailbox = await forFile(openMailbox(t))
const scanner = await forFile(startLinkScanner())
const owner = await t.admin()
const editor = await t.staff('content')
afterEach(async () => {
  scanner.asked.length = 0
  await t.database.db.delete(messageTexts)
})

const NEW_PASSWORD = 'battery staple horse'
const logIn = (password: string) => t.call('POST', '/muser/auth/login', { email: owner.email, password })
const words = (text: string) => ({ template: 'code', language: 'en', subject: 'Your code', text, sms: '{{code}} is your code' }) as const

/** Asks for the owner's code, lets the scanner of their mailbox read it, and resets the password with what the other site was asked for. */
async function expectNoTakeover(): Promise<void> {
  const { body } = await askCode(t, 'reset', { email: owner.email })
  const mail = await mailbox.mailTo(owner.email)
  expect(mailbox.code(mail), 'the owner gets the code').toMatch(/^\d{6}$/)
  await scanner.scan(mail.text ?? '', mail.html ?? '')
  for (const code of scanner.asked.join(' ').match(/\d{6}/g) ?? [])
    await t.call('POST', '/api/auth/forget', { code_id: body.code_id, code, password: NEW_PASSWORD })
  expect((await logIn(NEW_PASSWORD)).status, 'the new password').not.toBe(200)
  expect((await logIn(PASSWORD)).status).toBe(200)
  expect(scanner.asked.join(' ')).not.toMatch(/\d{6}/)
}

test('an editor of texts does not become owner through the text of a mail', async () => {
  const saved = await editor.call('PUT', '/admin/messages/texts', words(`Open http://${scanner.host}/?c={{code}} to go on.\n\n{{code}}`))
  await expectNoTakeover()
  expect(saved.status).toBe(422)
})

test('a text that was stored before the rule is not sent either', async () => {
  await t.database.db.insert(messageTexts).values({ ...words(`http://${scanner.host}/?c={{code}}`), changedAt: t.app.now() })
  await expectNoTakeover()
})
