import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Driver } from '@portico/contract/payments-admin'
import { listening } from '../../test/listening.ts'
import { allowPrivate } from '../outgoing/private-addresses.ts'
import { callGateway } from './call-gateway.ts'
import type { DriverConfig } from './driver.ts'
import { drivers } from './drivers.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const MEGABYTE = 1024 * 1024

let sent = 0
const server = createServer((_, response) => {
  const chunk = Buffer.alloc(65_536, ' ')
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(chunk)) sent += chunk.length
  }
  response.on('drain', more).on('error', () => undefined)
  more()
})
/** A gateway whose answers never end. */
const { host, url, stop } = await listening(server)
allowPrivate([host])
afterAll(stop)
beforeEach(() => {
  sent = 0
})

const attempt = { attemptNo: 'A1', externalId: 'E1', payCurrency: 'CNY' }
const ask = (driver: Driver, config: DriverConfig) => drivers[driver].query!(config, attempt)

describe('money row 18: an endless answer of a gateway', () => {
  test.each<[Driver, (base: string) => DriverConfig]>([
    ['epay', (base) => ({ url: base, pid: '1', key: 'k' })],
    ['alipay_page', (base) => ({ gateway: base, app_id: '1', private_key: key, alipay_public_key: publicKey })],
    ['wechat_native', (base) => ({ api_base: base, mchid: '1', private_key: key, cert_serial: '1', api_v3_key: 'k'.repeat(32) })],
    ['stripe', (base) => ({ api_base: base, secret_key: 'sk_test_1' })],
    ['paypal', (base) => ({ api_base: base, client_id: 'i', client_secret: 's' })],
    ['btcpay', (base) => ({ url: base, store_id: 's', api_key: 'k' })],
  ])('is not read beyond 1 MB by %s', async (driver, configure) => {
    await expect(ask(driver, configure(url))).rejects.toThrow(/more than 1 MB|connection to Stripe/)
    // What the sockets hold is sent too.
    expect(sent).toBeLessThan(16 * MEGABYTE)
  })

  test('says so', async () => {
    await expect(callGateway(url, { method: 'GET' })).rejects.toThrow('more than 1 MB')
  })
})
