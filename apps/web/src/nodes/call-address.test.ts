import { expect, test } from 'vitest'
import { nodeOrigin, reachOf } from './call-address.ts'

test.each([
  ['https://portal.example.com', 'anywhere'],
  ['https://203.0.113.7:8443', 'anywhere'],
  ['https://[2001:db8::1]', 'anywhere'],
  ['http://172.32.0.1', 'anywhere'],
  ['http://100.128.0.1', 'anywhere'],
  ['http://10.0.0.4:8080', 'network'],
  ['http://192.168.1.2', 'network'],
  ['http://172.16.9.1', 'network'],
  ['http://169.254.1.1', 'network'],
  ['http://100.64.0.9', 'network'],
  ['http://[fd12::1]', 'network'],
  ['http://[fe80::1]', 'network'],
  ['http://portal.lan', 'network'],
  ['http://portal', 'network'],
  ['http://localhost:8080', 'machine'],
  ['http://127.0.0.1:8080', 'machine'],
  ['http://[::1]:8080', 'machine'],
  ['http://0.0.0.0', 'machine'],
])('%s can be reached from: %s', (origin, reach) => expect(reachOf(origin)).toBe(reach))

test.each([
  ['https://site.example.com', 'http://127.0.0.1:8080', 'https://site.example.com'],
  ['http://127.0.0.1:8080', 'https://console.example.com', 'https://console.example.com'],
  ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://127.0.0.1:8080'],
  [undefined, 'http://localhost:8080', 'http://localhost:8080'],
])('with the site at %s and the console at %s, nodes call %s', (site, here, called) => expect(nodeOrigin(site, here)).toBe(called))
