import { request } from 'node:http'
import type { TestApp } from './harness.ts'

/**
 * A POST with a Host header of a stranger's choice, which `fetch` does not allow. The site must not require signatures. Returns the status.
 */
export function poisonedPost({ base }: Pick<TestApp, 'base'>, path: string, body: object, token = ''): Promise<number> {
  const { hostname, port } = new URL(base)
  const text = JSON.stringify(body)
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-token': token,
  }
  return new Promise((done, failed) => {
    const sending = request({ hostname, port, path: `/api/v1${path}`, method: 'POST', headers }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
    sending.on('error', failed)
    sending.end(text)
  })
}
