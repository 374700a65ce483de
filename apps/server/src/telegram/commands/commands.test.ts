import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { openTelegram, type Person } from '../../../test/telegram-desk.ts'
import { plans } from '../../plans/plans.table.ts'
import { barOf } from './usage.ts'

const t = await forFile(startApp())
const desk = await forFile(
  openTelegram(t, { 'site.url': 'https://portal.example.com', 'site.timezone': 'Asia/Shanghai', 'site.title': 'Arch & <Co>' }),
)
const webhook = desk.telegram.webhook()
// The test's server is elsewhere than the site says.
if (webhook) webhook.url = `${t.base}/api/v1/guest/telegram/webhook`

const GB = 2 ** 30
/** A member on a plan with a name that is markup in HTML. */
async function holder(language: 'en' | 'zh-CN' = 'en'): Promise<{ member: Member; who: Person; planId: number }> {
  const plan = await t.plan({ name: 'Fast <b>&', translations: { 'zh-CN': { name: '极速 <i>' } } })
  const member = await t.member()
  await member.call('POST', '/muser/update', { language })
  const values = {
    planId: plan.id,
    transferEnable: 10 * GB,
    up: GB,
    down: Math.round(2.2 * GB),
    deviceLimit: 3,
    expiresAt: new Date('2040-03-30T20:00:00Z'),
  }
  await t.subscribe(member.id, plan.groupId, values)
  return { member, who: await desk.connected(member), planId: plan.id }
}
const buttonsOf = (id: number) => (desk.telegram.last(id)?.data['reply_markup']?.inline_keyboard ?? []).flat()

test('the menu of commands is set in both languages, for private chats', () => {
  const menus = desk.telegram.called('setMyCommands')
  expect(menus.map(({ language_code: language }) => language ?? 'en')).toEqual(expect.arrayContaining(['en', 'zh']))
  for (const { commands, scope } of menus) {
    expect(scope).toEqual({ type: 'all_private_chats' })
    expect(commands.map(({ command }: { command: string }) => command)).toEqual([
      'usage',
      'link',
      'doctor',
      'renew',
      'plans',
      'tickets',
      'checkin',
      'language',
      'unbind',
    ])
  }
})

test('/start greets by the names as they are, not as markup', async () => {
  const { member, who } = await holder()
  expect(await desk.writes(who, '/start')).toEqual([expect.stringContaining(`Arch & <Co>\nThis chat is connected to ${member.email}.`)])
  const stranger = desk.person('zh-hans')
  expect(await desk.writes(stranger, '/start')).toEqual([expect.stringContaining('此对话尚未绑定账号')])
  expect(buttonsOf(stranger.id)).toEqual([{ text: '打开个人资料', url: 'https://portal.example.com/user/profile/index' }])
})

test('strangers get an answer to no command but a hint', async () => {
  for (const command of ['/usage', '/link', '/plans', '/renew', '/tickets', '/checkin', '/doctor', '/unbind', '/language', 'hello']) {
    const who = desk.person()
    expect(await desk.writes(who, command)).toEqual([expect.stringContaining('Connect your account first')])
  }
})

test('/usage draws the traffic in stones, with the days in the zone of the site', async () => {
  const { who } = await holder()
  expect(await desk.writes(who, '/usage')).toEqual([
    ['Fast <b>&', '▰▰▰▰▱▱▱▱▱▱ 32%', '3.2 GB of 10 GB · 6.8 GB left', 'Ends: 2040-03-31', 'Devices: up to 3'].join('\n'),
  ])
  const chinese = await holder('zh-CN')
  expect(await desk.writes(chinese.who, '/usage')).toEqual([
    ['极速 <i>', '▰▰▰▰▱▱▱▱▱▱ 32%', '已用 3.2 GB，共 10 GB · 剩余 6.8 GB', '到期：2040-03-31', '设备：最多 3 台'].join('\n'),
  ])
  expect([barOf(0, 10), barOf(10, 10), barOf(12, 10), barOf(0, 0)].map((bar) => bar.slice(-4))).toEqual(['▱ 0%', '100%', '100%', '100%'])
  const none = await desk.connected(await t.member())
  expect(await desk.writes(none, '/usage')).toEqual(['You have no plan.'])
})

test('/link shows the link, stores it nowhere, and lets it disappear', async () => {
  const { member, who } = await holder()
  const { subscribe_url: url } = (await member.call('GET', '/muser/getSubscribe')).body
  const token = String(url).split('/').at(-1)!
  expect(await desk.writes(who, '/link')).toEqual([expect.stringContaining(`https://portal.example.com/s/${token}`)])
  const { rows } = await t.database.pool.query('select * from telegram_messages where chat_id = $1', [who.id])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await desk.presses(who, 'delete')).toEqual([])
  expect(desk.telegram.chat(who.id).join()).not.toContain(token)

  await desk.writes(who, '/link')
  expect(desk.telegram.chat(who.id).join()).toContain(token)
  await t.asOwner(`update graphile_worker._private_jobs set run_at = now() where task_id = (
    select id from graphile_worker._private_tasks where identifier = 'delete_telegram_link')`)
  await t.runJobs()
  await t.runJobs()
  expect(desk.telegram.chat(who.id).join()).not.toContain(token)
})

test('/plans lists what is on sale in the language of the member, and /renew leads to the page for it', async () => {
  await t.database.db.update(plans).set({ show: false })
  const { who, planId } = await holder('zh-CN')
  expect(await desk.writes(who, '/plans')).toEqual([['套餐', '极速 <i> · 10 GB\n¥10 每月 · ¥100 每年'].join('\n\n')])
  expect(await desk.writes(who, '/renew')).toEqual([expect.stringContaining('请前往网站续费')])
  expect(buttonsOf(who.id)).toEqual([{ text: '续费', url: `https://portal.example.com/user/plan/${planId}/1` }])
  const none = await desk.connected(await t.member())
  expect(await desk.writes(none, '/renew')).toEqual([expect.stringContaining('nothing to renew')])
})

test('/checkin gives the reward of the day once, also when many arrive at once', async () => {
  const { who } = await holder()
  expect(await desk.writes(who, '/checkin')).toEqual([expect.stringContaining('isn’t available')])
  await desk.set({ 'checkin.enabled': true, 'checkin.min_mb': 5, 'checkin.max_mb': 5 })
  await atOnce(() => desk.telegram.deliver(desk.telegram.textOf(who, '/checkin')))
  await Promise.all([t.runJobs(), t.runJobs()])
  await t.runJobs()
  const answers = desk.telegram.chat(who.id)
  expect(answers.filter((text) => text.includes('You got 5 MB'))).toHaveLength(1)
  expect(answers.filter((text) => text.includes('already checked in'))).toHaveLength(RACES - 1)
})

test('/doctor says what is wrong first, with the way to solve it', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  expect(await desk.writes(who, '/doctor')).toEqual(['No plan\nChoose a plan.'])
  expect(buttonsOf(who.id)).toEqual([{ text: 'Open the website', url: 'https://portal.example.com/user/plans' }])
})

test('/language changes how the bot speaks', async () => {
  const { who } = await holder()
  await desk.writes(who, '/language')
  const answered = desk.telegram.called('answerCallbackQuery').length
  expect(await desk.presses(who, 'language:zh-CN')).toEqual(['之后我会用中文与您交流。'])
  expect(desk.telegram.called('answerCallbackQuery')).toHaveLength(answered + 1)
  expect(await desk.writes(who, '/renew')).toEqual([expect.stringContaining('请前往网站续费')])
})
