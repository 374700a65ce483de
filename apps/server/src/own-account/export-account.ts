import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { personalData } from '../additions.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { checkIns } from '../check-ins/check-ins.table.ts'
import { commissions } from '../commissions/commissions.table.ts'
import { atOneMoment, type Database, type Db } from '../db/client.ts'
import { events } from '../events/events.table.ts'
import { files as storedFiles } from '../files/files.table.ts'
import { fileUrl } from '../files/stored-bytes.ts'
import { identities } from '../identities/identities.table.ts'
import { inviteCodes } from '../invites/invites.table.ts'
import { invoiceBuyers, invoices } from '../invoices/invoices.table.ts'
import { knownDevices } from '../known-devices/known-devices.table.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../ledger/ledger.table.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { links, linkSources } from '../links/links.table.ts'
import { noticeReads, notices } from '../notices/notices.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts } from '../payments/payments.table.ts'
import { pushDevices, quietHours, reminderChoices } from '../reminders/reminders.table.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { signIns } from '../sign-ins/sign-ins.table.ts'
import { limitsIn } from '../subscriptions/conditions.ts'
import { ownSecrets } from '../subscriptions/secrets/own-secrets.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { ticketMessages, tickets } from '../tickets/tickets.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { withdrawals } from '../withdrawals/withdrawals.table.ts'
import { zipOf } from './zip.ts'

/**
 * Everything stored about a member as a ZIP of JSON files, as of one moment. No secrets, and nothing of other people: what others bought
 * is only an amount. Money is in minor units, traffic in bytes, times in UTC.
 */
export function exportAccount(database: Database, accountId: number, now: Date): Promise<Buffer> {
  return database.transaction(async (tx) => {
    await atOneMoment(tx)
    const entries = []
    for (const [name, read] of [...Object.entries(files), ...personalData.all.map(({ name, read }) => [name, read] as const)]) {
      entries.push({ name: `${name}.json`, text: `${JSON.stringify(await read(tx, accountId), null, 2)}\n` })
    }
    return zipOf(entries, now)
  })
}

/** Column by column, so that a new secret never leaves by accident. */
const files: Record<string, (db: Db, id: number) => Promise<unknown>> = {
  account: async (db, id) => {
    const { email, phone, formerName, name, language, country, createdAt, claimedAt, mainId, lastLoginAt, youthModeAt } = accounts
    const [row] = await db
      .select({
        id: accounts.id,
        email,
        phone,
        formerName,
        name,
        language,
        country,
        createdAt,
        claimedAt,
        mainId,
        lastLoginAt,
        youthModeAt,
      })
      .from(accounts)
      .where(eq(accounts.id, id))
    return row
  },
  picture: async (db, id) => {
    const { key, type, size, createdAt } = storedFiles
    const own = and(eq(storedFiles.ownerId, id), eq(storedFiles.purpose, 'avatar'))
    const [row] = await db.select({ key, type, size, createdAt }).from(storedFiles).where(own)
    return row ? { address: fileUrl(row), size: row.size, createdAt: row.createdAt } : null
  },
  identities: (db, id) => {
    const { provider, label, verifiedAt, createdAt } = identities
    return db.select({ provider, label, verifiedAt, createdAt }).from(identities).where(eq(identities.accountId, id)).orderBy(identities.id)
  },
  notices: (db, id) => {
    const { seenAt, readAt, dismissedAt } = noticeReads
    return db
      .select({ title: notices.title, seenAt, readAt, dismissedAt })
      .from(noticeReads)
      .innerJoin(notices, eq(notices.id, noticeReads.noticeId))
      .where(eq(noticeReads.accountId, id))
      .orderBy(notices.id)
  },
  sessions: (db, id) => {
    const { device, ip, createdAt, lastUsedAt, expiresAt } = sessions
    return db.select({ device, ip, createdAt, lastUsedAt, expiresAt }).from(sessions).where(eq(sessions.accountId, id)).orderBy(sessions.id)
  },
  browsers: (db, id) => {
    const { device, ip, createdAt, lastSeenAt } = knownDevices
    return db.select({ device, ip, createdAt, lastSeenAt }).from(knownDevices).where(eq(knownDevices.accountId, id)).orderBy(createdAt)
  },
  sign_ins: (db, id) => {
    const { at, result, ip, country, device, attempts } = signIns
    return db.select({ at, result, ip, country, device, attempts }).from(signIns).where(eq(signIns.accountId, id)).orderBy(desc(at))
  },
  subscription: async (db, id) => {
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, id))
    if (!row) return undefined
    const { planId, transferEnable, extraBytes, up, down, expiresAt, nextResetAt, autoRenew } = row
    return { planId, transferEnable, extraBytes, up, down, ...limitsIn(row), expiresAt, nextResetAt, autoRenew }
  },
  own_secrets: (db, id) => {
    const { kind, device, cipher } = ownSecrets
    return db.select({ kind, device, cipher }).from(ownSecrets).where(eq(ownSecrets.accountId, id)).orderBy(device, kind)
  },
  link_fetches: (db, id) => {
    const { at, client, network, country, format, asked } = linkFetches
    return db
      .select({ at, client, network, country, format, asked })
      .from(linkFetches)
      .where(eq(linkFetches.accountId, id))
      .orderBy(desc(at))
  },
  old_links: (db, id) => {
    const { uses, lastUsedAt, createdAt, revokedAt } = links
    return db
      .select({ panel: linkSources.name, uses, lastUsedAt, createdAt, revokedAt })
      .from(links)
      .innerJoin(linkSources, eq(linkSources.id, links.sourceId))
      .where(eq(links.accountId, id))
      .orderBy(links.id)
  },
  orders: (db, id) => {
    const { tradeNo, type, period, status, currency, priceAmount, totalAmount, feeAmount, balanceAmount, refundedAmount } = orders
    const { paymentName, createdAt, paidAt, completedAt, termStart, termEnd } = orders
    const plan = sql<string | null>`${orders.snapshot} ->> 'planName'`
    const money = { currency, priceAmount, totalAmount, feeAmount, balanceAmount, refundedAmount }
    return db
      .select({ tradeNo, type, plan, period, status, ...money, paymentName, createdAt, paidAt, completedAt, termStart, termEnd })
      .from(orders)
      .where(eq(orders.accountId, id))
      .orderBy(orders.id)
  },
  payments: (db, id) => {
    const { attemptNo, status, amount, payAmount, payCurrency, createdAt, settledAt, proof } = paymentAttempts
    return db
      .select({ tradeNo: orders.tradeNo, attemptNo, status, amount, payAmount, payCurrency, proof, createdAt, settledAt })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(eq(orders.accountId, id))
      .orderBy(paymentAttempts.id)
  },
  invoice_buyer: async (db, id) => {
    const { name, address, taxNumber, accountId } = invoiceBuyers
    const [row] = await db.select({ name, address, taxNumber }).from(invoiceBuyers).where(eq(accountId, id))
    return row ?? null
  },
  invoices: (db, id) => {
    const { no, currency, totalAmount, content, issuedAt } = invoices
    return db.select({ no, currency, totalAmount, content, issuedAt }).from(invoices).where(eq(invoices.accountId, id)).orderBy(invoices.id)
  },
  ledger: (db, id) => {
    const { kind: account, currency } = ledgerAccounts
    const mine = and(eq(ledgerAccounts.ownerId, id), inArray(account, ['member', 'commission', 'held', 'debt']))
    return db
      .select({ at: ledgerTransactions.createdAt, what: ledgerTransactions.kind, account, amount: ledgerEntries.amount, currency })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
      .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
      .where(mine)
      .orderBy(ledgerEntries.id)
  },
  commissions: (db, id) => {
    const { level, rate, amount, reversedAmount, currency, status, createdAt, paidAt } = commissions
    return db
      .select({ level, rate, amount, reversedAmount, currency, status, createdAt, paidAt })
      .from(commissions)
      .where(eq(commissions.receiverId, id))
      .orderBy(commissions.id)
  },
  withdrawals: (db, id) => {
    const { withdrawalNo, amount, feeAmount, currency, method, destination, status, reason, createdAt, closedAt } = withdrawals
    return db
      .select({ withdrawalNo, amount, feeAmount, currency, method, destination, status, reason, createdAt, closedAt })
      .from(withdrawals)
      .where(eq(withdrawals.accountId, id))
      .orderBy(withdrawals.id)
  },
  invite_codes: (db, id) => {
    const { code, uses, maxUses, pageViews, createdAt, disabledAt } = inviteCodes
    return db
      .select({ code, uses, maxUses, pageViews, createdAt, disabledAt })
      .from(inviteCodes)
      .where(eq(inviteCodes.accountId, id))
      .orderBy(inviteCodes.id)
  },
  traffic: (db, id) => {
    const { day, up, down, billedUp, billedDown, accountId } = trafficDaily
    const total = (column: typeof up) => sql<number>`sum(${column})::bigint`.mapWith(Number)
    return db
      .select({ day, up: total(up), down: total(down), billedUp: total(billedUp), billedDown: total(billedDown) })
      .from(trafficDaily)
      .where(eq(accountId, id))
      .groupBy(day)
      .orderBy(asc(day))
  },
  reminders: (db, id) => {
    const { kind, channel, isOn, accountId } = reminderChoices
    return db.select({ kind, channel, isOn }).from(reminderChoices).where(eq(accountId, id)).orderBy(kind, channel)
  },
  quiet_hours: async (db, id) => {
    const { from, until, zone, accountId } = quietHours
    const [row] = await db.select({ from, until, zone }).from(quietHours).where(eq(accountId, id))
    return row ?? null
  },
  push_browsers: (db, id) => {
    const { device, createdAt, accountId } = pushDevices
    return db.select({ device, createdAt }).from(pushDevices).where(eq(accountId, id)).orderBy(pushDevices.id)
  },
  tickets: (db, id) => {
    const { kind, level, subject, status, createdAt, closedAt, score, scoreText } = tickets
    return db
      .select({ id: tickets.id, kind, level, subject, status, createdAt, closedAt, score, scoreText })
      .from(tickets)
      .where(eq(tickets.accountId, id))
      .orderBy(tickets.id)
  },
  ticket_messages: (db, id) => {
    const { ticketId, seq, author, origin, text, createdAt } = ticketMessages
    return db
      .select({ ticketId, author, origin, text, createdAt })
      .from(ticketMessages)
      .innerJoin(tickets, eq(tickets.id, ticketId))
      .where(and(eq(tickets.accountId, id), eq(ticketMessages.kind, 'reply')))
      .orderBy(ticketId, seq)
  },
  check_ins: (db, id) => {
    const { day, bytes } = checkIns
    return db.select({ day, bytes }).from(checkIns).where(eq(checkIns.accountId, id)).orderBy(day)
  },
  events: (db, id) => {
    const { type, data, createdAt, readAt } = events
    return db.select({ type, data, createdAt, readAt }).from(events).where(eq(events.accountId, id)).orderBy(events.id)
  },
}
