import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from './listening.ts'

type Stored = { bytes: Buffer; type: string; at: Date }

/** An S3 server with one bucket that speaks the protocol: path style, signatures of version 4, XML. `fault` says how it fails. */
export async function startS3() {
  const keys = { id: 'AKIATEST', secret: 'a secret that signs' }
  const [bucket, region] = ['portico', 'eu-test-1']
  const objects = new Map<string, Stored>()
  /** Pieces of objects that are not whole. */
  const uploads = new Map<string, Buffer[]>()
  const state: { fault: 'none' | 'down' | 'full' | 'cut' | 'unjoined'; refused: number } = { fault: 'none', refused: 0 }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    if (state.fault === 'cut') {
      // The line breaks in the middle of the object.
      if (request.method === 'PUT') await once(request, 'data')
      return request.socket.destroy()
    }
    const url = new URL(request.url ?? '/', 'http://s3')
    const body = await buffer(request)
    if (!isSigned(request, url, keys, region)) {
      state.refused++
      return fail(response, 403, 'SignatureDoesNotMatch')
    }
    if (state.fault === 'down') return fail(response, 503, 'SlowDown')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (name !== bucket) return fail(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    const [upload, piece] = ['uploadId', 'partNumber'].map((field) => url.searchParams.get(field))
    if (request.method === 'POST' && upload === null) {
      uploads.set(key, [])
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${key.length}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'POST') {
      // As S3 does when it has answered before it knows.
      if (state.fault === 'unjoined') return xml(response, '<Error><Code>InternalError</Code></Error>')
      objects.set(key, { bytes: Buffer.concat(uploads.get(key) ?? []), type: 'application/octet-stream', at: new Date() })
      uploads.delete(key)
      return xml(response, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
    }
    if (request.method === 'DELETE' && upload) return response.writeHead(uploads.delete(key) ? 204 : 404).end()
    if (request.method === 'PUT' && piece) {
      uploads.get(key)![Number(piece) - 1] = body
      return response.writeHead(200, { etag: `"${piece}"` }).end()
    }
    if (request.method === 'PUT') {
      if (state.fault === 'full') return fail(response, 507, 'InsufficientStorage')
      if (Number(request.headers['content-length']) !== body.length) return fail(response, 400, 'IncompleteBody')
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '', at: new Date() })
      return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return list(response, url, objects, bucket)
    const found = objects.get(key)
    if (!found) return fail(response, 404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? found.bytes : found.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    return response.writeHead(from === undefined ? 200 : 206, { 'content-type': found.type, 'content-length': part.length }).end(part)
  }
  // A line that was cut has nobody to answer.
  const server = createServer((request, response) => void answer(request, response).catch(() => request.socket.destroy()))
  const { url: endpoint, stop } = await listening(server)
  const settings = {
    'files.storage': 's3',
    'files.s3_endpoint': endpoint,
    'files.s3_region': region,
    'files.s3_bucket': bucket,
    'files.s3_access_id': keys.id,
    'files.s3_secret': keys.secret,
  }
  return { settings, objects, uploads, state, stop }
}

function xml(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${content}`)
}

function list(response: ServerResponse, url: URL, objects: Map<string, Stored>, bucket: string): void {
  const [prefix, most, after] = [
    url.searchParams.get('prefix') ?? '',
    Number(url.searchParams.get('max-keys') ?? 1000),
    url.searchParams.get('continuation-token') ?? '',
  ]
  const all = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, most)
  const more = all.length > page.length
  const contents = page.map(
    ([key, { bytes, at }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"x"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    )
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/**
 * AWS Signature Version 4, computed again from what arrived: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function isSigned(request: IncomingMessage, url: URL, keys: { id: string; secret: string }, region: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, id, day = '', where, names = '', given] = form.exec(request.headers.authorization ?? '') ?? []
  const at = String(request.headers['x-amz-date'] ?? '')
  const signed = names.split(';')
  if (id !== keys.id || where !== region || !at.startsWith(day) || !signed.includes('host') || !signed.includes('x-amz-date')) return false
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([key, value]) => `${encode(key)}=${encode(value)}`).toSorted()
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [
    request.method,
    path,
    query.join('&'),
    headers.join(''),
    names,
    String(request.headers['x-amz-content-sha256'] ?? ''),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    Buffer.from(`AWS4${keys.secret}`),
  )
  return createHmac('sha256', key).update(text).digest('hex') === given
}
