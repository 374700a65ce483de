import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([200, 500])(
  'logging out leaves nothing behind when the server answers %d, and a click meanwhile does nothing',
  async (status) => {
    vi.resetModules()
    const { cookies } = fakeBrowser('/user/orders')
    const { logOut } = await import('./log-out.ts')
    const [{ loading }, { tabs, visit }, { who }, { startSession }] = [
      await import('../api/loading.ts'),
      await import('./tabs.ts'),
      await import('../api/who.ts'),
      await import('../api/who.ts'),
    ]
    startSession({ x_token: 'T1', name: 'a' })
    who.set({ roles: ['admin'], is_admin: 1 } as never)
    visit({ path: '/user/orders', href: '/user/orders', title: 'title.orders' })
    const asked: [string, string | null, number][] = []
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
      asked.push([url, headers.get('x-token'), loading.get()])
      return Response.json({ ok: true }, { status })
    })
    let kept: unknown
    const navigate = vi.fn<(to: object) => Promise<void>>(async () => void (kept = [...cookies]))
    await logOut({ state: { location: { href: '/user/orders?page=2' } }, navigate } as never)

    expect(asked).toEqual([['/api/v1/muser/logout', 'T1', -1]])
    // The login page would redirect a visitor who still has a token.
    expect(kept).toEqual([])
    expect([[...cookies], who.get(), tabs.get(), loading.get()]).toEqual([[], null, [], 0])
    expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/login', search: { redirect: '/user/orders?page=2' }, replace: true })
  },
)
