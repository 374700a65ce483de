import type { OldArticle, OldNotice, OldRecord, OldSetting } from '../records.ts'
import type { Intake } from './ground.ts'
import { memberIntake } from './members.ts'
import { booksIntake } from './opening.ts'
import { orderIntake } from './orders.ts'
import { restIntake } from './rest.ts'
import { shopIntake } from './shop.ts'

/** What is few, and is written by the verbs of its noun. */
export type Texts = { articles: OldArticle[]; notices: OldNotice[]; settings: OldSetting[] }

/**
 * Turns records into rows, in the order in which they come. `onTurn` is awaited after each thousand, so that rows can leave and others work;
 * it throws to stop.
 */
export async function takeAll(intake: Intake, records: AsyncIterable<OldRecord>, onTurn: (taken: number) => Promise<void>): Promise<Texts> {
  const post = booksIntake(intake)
  const [shop, members, rest] = [shopIntake(intake), memberIntake(intake, post), restIntake(intake)]
  const order = orderIntake(intake, post)
  const texts: Texts = { articles: [], notices: [], settings: [] }
  let [taken, areMembersIn] = [0, false]
  for await (const record of records) {
    if (!areMembersIn && !BEFORE.has(record.kind)) {
      members.finish()
      areMembersIn = true
    }
    take(record)
    if (++taken % 1000 === 0) await onTurn(taken)
  }
  if (!areMembersIn) members.finish()
  shop.finish()
  await onTurn(taken)
  return texts

  function take(record: OldRecord): void {
    switch (record.kind) {
      case 'finding':
        return intake.findings.note(record.code, record.at, record.what)
      case 'link_source':
        return shop.linkSource(record)
      case 'group':
        return shop.group(record)
      case 'plan':
        return shop.plan(record)
      case 'node':
        return shop.node(record)
      case 'payment_method':
        return shop.paymentMethod(record)
      case 'member':
        if (areMembersIn) throw new Error('a member came after the rest')
        return members.take(record)
      case 'order':
        return order(record)
      case 'coupon':
        return rest.coupon(record)
      case 'redeem_code':
        return rest.redeemCode(record)
      case 'invite_code':
        return rest.inviteCode(record)
      case 'ticket':
        return rest.ticket(record)
      case 'traffic':
        return rest.traffic(record)
      case 'article':
        intake.sums.add('articles')
        return void texts.articles.push(record)
      case 'notice':
        intake.sums.add('notices')
        return void texts.notices.push(record)
      case 'setting':
        return void texts.settings.push(record)
    }
  }
}

const BEFORE: ReadonlySet<OldRecord['kind']> = new Set([
  'link_source',
  'group',
  'plan',
  'node',
  'payment_method',
  'member',
  'finding',
  'setting',
  'coupon',
  'article',
  'notice',
])
