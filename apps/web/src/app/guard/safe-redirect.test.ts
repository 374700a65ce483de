import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/', '/dashboard', '/user/order/list?page=2&status=pending', '/user/plan/3/1#top', '/price?cycle=%E6%9C%88', '/a//b'])(
  'allows %s',
  (path) => expect(safeRedirect(path)).toBe(path),
)

test.each([
  '//evil.example.com',
  '///evil.example.com',
  '/\\evil.example.com',
  '\\/evil.example.com',
  '/\t/evil.example.com',
  '/\n/evil.example.com',
  'https://evil.example.com',
  'https:evil.example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example.com',
  ' /dashboard',
  '%2F%2Fevil.example.com',
  '/%2Fevil.example.com',
  '/%5Cevil.example.com',
  '/%255Cevil.example.com',
  '/%09/evil.example.com',
  '/.//evil.example.com',
  '/x/..//evil.example.com',
  '/%',
  '',
  undefined,
  null,
  7,
])('refuses %j', (target) => expect(safeRedirect(target)).toBeNull())
