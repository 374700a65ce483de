import type { Router } from './router.ts'

/** Headers of every answer. The policy for scripts is set where pages are sent. */
export function securityHeaders(router: Router): void {
  router.use(async (c, next) => {
    // Before the answer is made, because each header set on a finished answer rebuilds it.
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'DENY')
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    const isHttps = c.req.url.startsWith('https:') || c.req.header('x-forwarded-proto') === 'https'
    if (isHttps) c.header('strict-transport-security', 'max-age=31536000')
    await next()
  })
}
