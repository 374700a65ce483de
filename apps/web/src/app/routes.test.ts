import { expect, test } from 'vitest'
import { routes } from './routes.ts'

type Node = { path?: string; id?: string; children?: Node[] }

function read(nodes: Node[], layout = 'none'): { layout: string; path: string }[] {
  return nodes.flatMap((node) => (node.path ? [{ layout, path: node.path }] : read(node.children ?? [], node.id ?? layout)))
}
const all = read((routes as Node).children ?? [])
const of = (layout: string) => all.filter((route) => route.layout === layout).map((route) => route.path)

test('every address is in the layout with the guard it needs', () => {
  expect(of('public')).toEqual(
    expect.arrayContaining(['/index', '/login', '/login2', '/register', '/getPasswd', '/404', '/price', '/pay_return_url']),
  )
  expect(of('public').filter((path) => /^\/(user|admin|dashboard|order)/.test(path))).toEqual([])
  expect(of('signed-in')).toEqual(
    expect.arrayContaining(['/dashboard', '/user/plan/$planId/$type', '/user/order/$tradeNo', '/order/$tradeNo', '/user/profile/index']),
  )
  expect(of('signed-in').filter((path) => !/^\/(user|order|article)\/|^\/dashboard$/.test(path))).toEqual([])
  expect(of('console').filter((path) => !path.startsWith('/admin/'))).toEqual([])
  expect(all.filter(({ layout, path }) => path.startsWith('/admin/') && layout !== 'console')).toEqual([])
})
