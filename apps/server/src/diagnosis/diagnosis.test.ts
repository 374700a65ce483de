import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { diagnose } from './diagnose.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

const DAY = 86_400_000

test('a plan that ran out is named with the time since, in both languages', async () => {
  const [member, node] = [await t.member(), await t.node()]
  await t.subscribe(member.id, node.groupId, { expiresAt: new Date(t.app.now().getTime() - 3 * DAY - 60_000) })
  expect(await diagnose(t.app, member.id, 'en', t.app.now())).toMatchObject({
    ok: false,
    findings: [{ code: 'expired', title: 'Expired 3 days ago', action: { kind: 'renew', to: '/user/plans' } }],
  })
  expect((await diagnose(t.app, member.id, 'zh-CN', t.app.now())).findings[0]?.title).toBe('3天前已到期')
})
