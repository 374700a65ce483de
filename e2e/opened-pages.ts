import type { Page } from '@playwright/test'
import type { Portico } from './portico.ts'

/** A page as it looks after something was opened on it. */
export type Opened = { name: string; path: string; show?: (page: Page) => Promise<unknown> }

const palette: Opened = { name: 'palette', path: '/dashboard', show: (page) => page.keyboard.press('Control+k') }

const doctor: Opened = {
  name: 'doctor',
  path: '/user/subscribe/index',
  show: async (page) => {
    await page.getByRole('button', { name: /Find out why|开始检测/ }).click()
    await page.getByText(/Which app do you use|您使用哪个客户端/).waitFor()
  },
}

/** Forms, conversations and answers. Files a ticket and answers it; both arguments are sign-in tokens. */
export async function openTickets(portico: Portico, member: string, operator: string) {
  const subject = 'No connection since this morning'
  const text = 'Clash says "timeout" for every location. It worked yesterday, and the other phone is fine.'
  const saved = await portico.call('POST', '/muser/ticket/save', { kind: 'connection', level: 'high', subject, text }, member)
  const { id } = saved.body
  const answer = 'Thanks for the details. Please update the subscription in the app, then try Japan 01. What does it show?'
  await portico.call('POST', `/admin/tickets/${id}/notes`, { text: 'One device of three, nothing wrong on our side.' }, operator)
  await portico.call('POST', `/admin/tickets/${id}/replies`, { text: answer }, operator)
  await portico.call('POST', '/muser/ticket/reply', { id, text: 'Japan 01 works, thank you! Hong Kong still does not.' }, member)
  const byMember: Opened[] = [{ name: 'ticket', path: `/user/ticket/${id}` }, doctor, palette]
  const byOperator: Opened[] = [
    { name: 'ticket', path: `/admin/ticket?ticket=${id}` },
    { name: 'new-plan', path: '/admin/plan_manage?open=new' },
    { name: 'new-node', path: '/admin/server/manage?open=new' },
    { name: 'new-method', path: '/admin/payment?open=new' },
    { name: 'new-coupon', path: '/admin/coupon?open=new' },
    palette,
  ]
  return { byMember, byOperator }
}
