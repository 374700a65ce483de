import { emptySettings } from '@portico/contract/empty-settings'
import type { Protocol } from '@portico/contract/protocols'
import { expect, onShop, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { done, fitsScreen, passesAxe, type Person, type Shop, signIn } from '../shop.ts'

let operator: Person
const shop: Shop = onShop(async (_, browser) => {
  operator = await signIn(shop.portico, browser, OPERATOR, 390)
  return async () => {
    for (const path of ['/admin/machines', '/admin/nodes'])
      for (const { id } of (await done(operator.call('GET', path))).items) await done(operator.call('DELETE', `${path}/${id}`))
  }
})

async function createNode(name: string, protocol: Protocol): Promise<number> {
  const place = { name, host: 'node.example.com', port: '443', server_port: 8443, rate: 100, tags: [], state: 'enabled' }
  const body = { ...place, group_ids: [], settings: emptySettings(protocol) }
  return (await done(operator.call('POST', '/admin/nodes', body))).node.id
}

test('an operator enters a machine’s certificate on a phone: mistakes are named, and the nodes get it', async () => {
  const trojan = await createNode('Tokyo 01', 'trojan')
  await createNode('Tokyo 02', 'naive')
  const { page } = operator
  await page.goto('/admin/server/manage?tab=machines')
  await page.getByRole('button', { name: 'New machine' }).click()
  const drawer = page.getByRole('dialog', { name: 'New machine' })
  const save = () => drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByLabel('Name', { exact: true }).fill('Rack')
  await drawer.getByLabel('Node software').selectOption('v2node')
  const nodes = drawer.getByRole('combobox', { name: 'Nodes' })
  for (const name of [/Tokyo 01/, /Tokyo 02/]) {
    await nodes.click()
    await page.getByRole('option', { name }).click()
  }
  await save()
  await expect(drawer.getByText("v2node can't serve Tokyo 02.")).toBeVisible()
  await nodes.press('Backspace')

  await drawer.getByLabel('Certificate', { exact: true }).selectOption({ label: 'Files on the server' })
  await drawer.getByLabel('Certificate file').fill('node.cer')
  await save()
  await expect(drawer.getByLabel('Certificate file')).toHaveAttribute('aria-invalid', 'true')
  await expect(drawer.getByLabel('Key file')).toHaveAttribute('aria-invalid', 'true')
  await drawer.getByLabel('Certificate', { exact: true }).selectOption({ label: "From Let's Encrypt, through the DNS provider" })
  await drawer.getByLabel('Certificate file').fill('')
  await drawer.getByLabel('DNS provider', { exact: true }).fill('cloudflare')
  await drawer.getByLabel('Variables of the DNS provider').fill('CF_DNS_API_TOKEN=abc')
  await passesAxe(page)
  await fitsScreen(page)
  await save()

  // The command that the operator runs, with the secret that works for the machine's node.
  const shown = page.getByRole('dialog', { name: 'Connect Rack' })
  await expect(shown.getByText(/systemctl restart v2node/)).toBeVisible()
  await fitsScreen(page)
  const command = (await shown.getByText(/systemctl restart v2node/).textContent()) ?? ''
  const secret = /"ApiKey":"([^"]+)"/.exec(command)?.[1] ?? ''
  const asked = await fetch(`${shop.portico.base}/api/v2/server/config?${new URLSearchParams({ node_id: String(trojan), token: secret })}`)
  const { tls_settings } = (await asked.json()) as { tls_settings: Record<string, string> }
  expect(tls_settings).toMatchObject({ cert_mode: 'dns', provider: 'cloudflare', dns_env: 'CF_DNS_API_TOKEN=abc' })
  await shown.getByRole('button', { name: "I've copied it" }).click()

  // The form has it again, and the row its software.
  await page.getByRole('button', { name: 'Rack', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Edit Rack' })
  await expect(again.getByLabel('Variables of the DNS provider')).toHaveValue('CF_DNS_API_TOKEN=abc')

  // The node keeps the name that it had at another panel.
  await page.goto('/admin/server/manage')
  await page.getByRole('button', { name: 'Tokyo 01', exact: true }).click()
  const node = page.getByRole('dialog', { name: /Tokyo 01/ })
  await node.getByLabel('Names at the old panel').fill('trojan/3')
  await node.getByLabel('Names at the old panel').press('Enter')
  await node.getByRole('button', { name: 'Save' }).click()
  await expect(node).toHaveCount(0)
  expect((await done(operator.call('GET', `/admin/nodes/${trojan}`))).aliases).toEqual([{ type: 'trojan', code: '3' }])
})
