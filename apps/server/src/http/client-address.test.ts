import { expect, test, vi } from 'vitest'
import { addressPrefix, clientAddress, type NoteProxy } from './client-address.ts'

const PROXY = '192.0.2.1'
type Sent = { xff?: string; forwarded?: string }

function asked({ xff, forwarded }: Sent, peer = PROXY) {
  const note = vi.fn<NoteProxy>()
  const read = clientAddress([PROXY, '10.0.0.0/8', '2001:db8:ffff::/48'], note)
  const address = read(peer, (name) => (name === 'forwarded' ? forwarded : xff))
  return { network: addressPrefix(address), noted: note.mock.calls }
}

const v6 = '2001:db8:0:0::/64'
test.each<[Sent, string]>([
  [{ xff: '203.0.113.8' }, '203.0.113.8'],
  [{ xff: '203.0.113.8:54321' }, '203.0.113.8'],
  [{ xff: ' 203.0.113.8:54321 ' }, '203.0.113.8'],
  [{ xff: '"203.0.113.8:54321"' }, '203.0.113.8'],
  [{ xff: '[203.0.113.8]:80' }, '203.0.113.8'],
  [{ xff: '2001:db8::1' }, v6],
  [{ xff: '[2001:db8::1]' }, v6],
  [{ xff: '[2001:db8::1]:443' }, v6],
  [{ xff: '"[2001:db8::3]:4711"' }, v6],
  [{ xff: '2001:DB8::1' }, v6],
  [{ xff: '2001:db8:0:0:0:0:0:1:54321' }, v6],
  [{ xff: '::ffff:203.0.113.8' }, '203.0.113.8'],
  [{ xff: '::FFFF:203.0.113.8' }, '203.0.113.8'],
  [{ xff: '::ffff:cb00:7108' }, '203.0.113.8'],
  [{ xff: '0:0:0:0:0:ffff:203.0.113.8' }, '203.0.113.8'],
  [{ xff: '[::ffff:203.0.113.8]:443' }, '203.0.113.8'],
  [{ xff: 'fe80::1%eth0' }, 'fe80:0:0:0::/64'],
  [{ xff: '198.51.100.1, 203.0.113.13:1234' }, '203.0.113.13'],
  [{ xff: '198.51.100.1,203.0.113.13' }, '203.0.113.13'],
  [{ xff: '203.0.113.13:1234, 10.1.2.3:80' }, '203.0.113.13'],
  [{ xff: '203.0.113.13, 10.1.2.3, [2001:db8:ffff::1]:80' }, '203.0.113.13'],
  [{ xff: '203.0.113.13, ' }, '203.0.113.13'],
  [{ xff: 'unknown, 203.0.113.13' }, '203.0.113.13'],
  [{ xff: '<script>, 203.0.113.13:1' }, '203.0.113.13'],
  [{ xff: '10.1.2.3, 10.4.5.6' }, '10.1.2.3'],
  [{ xff: '2001:db8::203.0.113.8' }, v6],
  [{ forwarded: 'for=203.0.113.60;proto=http;by=192.0.2.43' }, '203.0.113.60'],
  [{ forwarded: 'For="[2001:db8:cafe::17]:4711"' }, '2001:db8:cafe:0::/64'],
  [{ forwarded: 'for="[2001:db8::1]"' }, v6],
  [{ forwarded: 'by=192.0.2.43; FOR = "203.0.113.60:8080" ;host="a;b"' }, '203.0.113.60'],
  [{ forwarded: 'for=198.51.100.1, for=203.0.113.13' }, '203.0.113.13'],
  [{ forwarded: 'for=", for="[2001:db8:cafe::17]:4711"' }, '2001:db8:cafe:0::/64'],
  [{ forwarded: 'for=203.0.113.13, for="10.1.2.3:80";by="_proxy"' }, '203.0.113.13'],
  [{ forwarded: 'for=203.0.113.8;host="a, for=198.51.100.1"' }, '203.0.113.8'],
  [{ forwarded: 'host="a;for=198.51.100.1;b";for=203.0.113.8' }, '203.0.113.8'],
  [{ forwarded: 'for=198.51.100.1, for=203.0.113.8;ext="a\\", for=198.51.100.9;b=\\""' }, '203.0.113.8'],
  [{ forwarded: 'for="203.0.113.13:_port"' }, '203.0.113.13'],
  [{ forwarded: 'for="::ffff:203.0.113.8"' }, '203.0.113.8'],
  [{ xff: '203.0.113.8', forwarded: 'for=198.51.100.9' }, '203.0.113.8'],
])('from a trusted proxy, %j is %s', (sent, network) => {
  expect(asked(sent)).toEqual({ network, noted: [] })
  expect(asked(sent, `::ffff:${PROXY}`).network, 'over a socket for both').toBe(network)
  const stranger = '198.51.100.77'
  expect(asked(sent, stranger), 'from anybody else').toEqual({ network: stranger, noted: [[stranger]] })
})

test.each<[Sent, string]>([
  [{ xff: 'unknown' }, 'unknown'],
  [{ xff: '203.0.113.8, unknown' }, 'unknown'],
  [{ xff: '203.0.113.8:http' }, '203.0.113.8:http'],
  [{ xff: '203.0.113.8 203.0.113.9' }, '203.0.113.8 203.0.113.9'],
  [{ xff: '203.0.113' }, '203.0.113'],
  [{ xff: '2001:db8:::1' }, '2001:db8:::1'],
  [{ xff: '2001:db8::1:x' }, '2001:db8::1:x'],
  [{ xff: '999.1.1.1' }, '999.1.1.1'],
  [{ xff: 'visitor.example.com' }, 'visitor.example.com'],
  [{ xff: '"203.0.113.8' }, '"203.0.113.8'],
  [{ xff: '[2001:db8::1' }, '[2001:db8::1'],
  [{ forwarded: 'for=unknown' }, 'unknown'],
  [{ forwarded: 'for=_hidden' }, '_hidden'],
  [{ forwarded: 'proto=https;by=192.0.2.1' }, 'proto=https;by=192.0.2.1'],
])('from a trusted proxy, %j is no address: the proxy is named, and what it sent', (sent, hop) => {
  const header = sent.xff === undefined ? 'forwarded' : 'x-forwarded-for'
  const { network, noted } = asked(sent)
  expect(network).toBe(PROXY)
  expect(noted).toEqual([[PROXY, { header, sent: hop }]])
})

test('a call without such a header is the peer’s own, and no proxy', () => {
  expect(asked({})).toEqual({ network: PROXY, noted: [] })
  expect(asked({ xff: '' })).toEqual({ network: PROXY, noted: [] })
})
