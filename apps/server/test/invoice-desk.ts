import { urlOf } from '@portico/contract/endpoint'
import { extractText } from 'unpdf'
import { openShop } from './gateways/shop.ts'
import type { Member, TestApp } from './harness.ts'
import { signed } from './signed.ts'

export const SELLER = {
  'invoice.seller_name': 'Portico Ltd 门廊网络有限公司',
  'invoice.seller_address': 'Main Street 1\n10115 Łódź',
  'invoice.seller_tax_number': 'DE123456789',
  'invoice.tax_name': 'VAT',
  'invoice.tax_rate': 1900,
  'invoice.footer': 'Register entry HRB 1 · 沪ICP备00000000号',
}

/** A site whose seller data are complete, with ways to pay orders and to read what was issued. */
export async function openInvoiceDesk(t: TestApp) {
  const shop = await openShop(t)
  const { admin } = shop
  const set = (settings: object) => admin.call('PATCH', '/admin/settings', { ...settings })
  await set(SELLER)

  const pay = async (tradeNo: string): Promise<void> => {
    const { status } = await admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
    if (status !== 200) throw new Error(`payment of ${tradeNo}: ${status}`)
  }
  const bytes = async ({ token }: Member, path: string, query: Record<string, string> = {}): Promise<Buffer> => {
    const headers = { 'x-token': token, ...signed(query, t.app.now()) }
    const response = await fetch(`${t.base}${urlOf(path)}?${new URLSearchParams(query)}`, { headers })
    if (response.headers.get('content-type') !== 'application/pdf') throw new Error(await response.text())
    return Buffer.from(await response.arrayBuffer())
  }
  return {
    shop,
    set,
    pay,
    /** An order of 10.00, paid and opened, with its invoice. */
    async bought(plan?: { id: number }, buyer?: Member) {
      const order = await shop.order(plan, buyer)
      await pay(order.tradeNo)
      await t.runJobs()
      return order
    },
    refund: (tradeNo: string, body: object) =>
      admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
        refund_no: crypto.randomUUID().replaceAll('-', ''),
        way: 'manual',
        reason: 'asked for it',
        ...body,
      }),
    of: async (tradeNo: string) => (await admin.call('GET', '/admin/invoices', { q: tradeNo })).body.items,
    bytes,
    read: async (by: Member, path: string, query: Record<string, string> = {}): Promise<string[]> =>
      (await extractText(new Uint8Array(await bytes(by, path, query)))).text,
  }
}
