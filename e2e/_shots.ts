import { chromium } from '@playwright/test'
import { chromiumArgs, findOrInstallChromium } from '../scripts/find-chromium.ts'
import { OPERATOR, startPortico } from './portico.ts'
import { done, signIn } from './shop.ts'

const out = '/tmp/i16-shots'
const portico = await startPortico('--demo')
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArgs })
try {
  const op = await signIn(portico, browser, OPERATOR, 1440)
  const people = await Promise.all(
    ['anna', 'ben', 'wei', 'li', 'max', 'tom'].map(async (name) => {
      const who = { email: `${name}.ticket@example.com`, password: `the password of ${name}` }
      await done(portico.call('POST', '/muser/auth/register', { ...who, terms: true }))
      const { x_token } = await done(portico.call('POST', '/muser/auth/login', who))
      return (method: string, path: string, body = {}) => done(portico.call(method, path, body, x_token))
    }),
  )
  const texts: [number, string, string, string, string][] = [
    [
      0,
      'connection',
      'high',
      'Cannot connect since this morning',
      'Hello,\n\nnothing works in Clash Verge since 8:00. I tried Tokyo and Singapore.\nSee https://example.com/status',
    ],
    [1, 'speed', 'medium', 'Slow at night in Tokyo', 'Every night from 9 to 11 it is slow.'],
    [2, 'connection', 'medium', 'Clash Verge 导入订阅失败', '您好，导入订阅后没有节点显示，请问怎么办？'],
    [3, 'billing', 'low', '付款未到账', '我昨天付款了，订单还是未付款。'],
    [4, 'account', 'low', 'Change my e-mail address', 'Please change it to max@new.example.'],
    [5, 'connection', 'medium', 'Import into Clash Verge fails', 'It says invalid config.'],
    [0, 'billing', 'low', 'Payment not arrived', 'I paid yesterday.'],
  ]
  const ids: number[] = []
  for (const [who, kind, level, subject, text] of texts) {
    const ticket = await people[who]!('POST', '/muser/ticket/save', { kind, level, subject, text })
    ids.push(ticket.id)
  }
  await done(op.call('POST', '/admin/canned-replies/starters'))
  await done(op.call('POST', `/admin/tickets/${ids[1]}/replies`, { text: 'Which plan do you use?' }))
  await people[1]!('POST', '/muser/ticket/reply', { id: ids[1]!, text: 'The small one.' })
  await done(op.call('POST', `/admin/tickets/${ids[1]}/notes`, { text: 'Node TYO-2 was overloaded yesterday, see the outage list.' }))
  await done(op.call('POST', `/admin/tickets/${ids[4]}/replies`, { text: 'Done.' }))
  await done(op.call('POST', `/admin/tickets/${ids[4]}/close`))
  await people[4]!('POST', '/muser/ticket/rate', { id: ids[4]!, score: 5, text: 'Fast!' })
  const only = process.argv[2]
  for (const width of [1440, 390]) {
    for (const lang of ['en', 'zh-CN']) {
      for (const theme of ['light', 'dark']) {
        if (theme === 'dark' && lang === 'zh-CN' && width === 390) continue
        const name = `${width}-${lang}-${theme}`
        if (only && !name.includes(only)) continue
        const who = await signIn(portico, browser, OPERATOR, width as 390)
        const { page } = who
        await page.addInitScript((scheme) => localStorage.setItem('portico.scheme', scheme), theme)
        await page.emulateMedia({ colorScheme: theme as 'light' })
        await page.goto(`/admin/ticket?lang=${lang}`)
        await page.locator('[data-ticket]').first().waitFor()
        await page.waitForTimeout(500)
        await page.screenshot({ path: `${out}/${name}-list.png` })
        await page.goto(`/admin/ticket?ticket=${ids[1]}&lang=${lang}`)
        await page.locator('textarea').first().waitFor()
        await page.waitForTimeout(800)
        await page.screenshot({ path: `${out}/${name}-ticket.png` })
        if (theme === 'light') {
          await page.locator('textarea').first().fill('')
          await page.locator('textarea').first().press('/')
          await page.waitForTimeout(700)
          await page.screenshot({ path: `${out}/${name}-canned.png` })
          await page.keyboard.press('Escape')
          await page.goto(`/admin/ticket?tab=figures&lang=${lang}`)
          await page.waitForTimeout(1500)
          await page.screenshot({ path: `${out}/${name}-figures.png`, fullPage: true })
          await page.goto(`/admin/ticket?tab=canned&lang=${lang}`)
          await page.waitForTimeout(900)
          await page.screenshot({ path: `${out}/${name}-cannedtab.png` })
        }
        await page.context().close()
      }
    }
  }
} finally {
  await browser.close()
  await portico.stop()
}
