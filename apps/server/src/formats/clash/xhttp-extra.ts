import { isObject } from '@portico/contract/plain-object'

type Fields = Record<string, unknown>

/** Names of texts, ranges and switches in Xray's `extra`, and mihomo's names. */
const plain: Record<string, string> = {
  noGRPCHeader: 'no-grpc-header',
  xPaddingBytes: 'x-padding-bytes',
  xPaddingObfsMode: 'x-padding-obfs-mode',
  xPaddingKey: 'x-padding-key',
  xPaddingHeader: 'x-padding-header',
  xPaddingPlacement: 'x-padding-placement',
  xPaddingMethod: 'x-padding-method',
  uplinkHTTPMethod: 'uplink-http-method',
  sessionPlacement: 'session-placement',
  sessionKey: 'session-key',
  // Xray's names since 26.6.22.
  sessionIDPlacement: 'session-placement',
  sessionIDKey: 'session-key',
  sessionIDTable: 'session-table',
  sessionIDLength: 'session-length',
  seqPlacement: 'seq-placement',
  seqKey: 'seq-key',
  uplinkDataPlacement: 'uplink-data-placement',
  uplinkDataKey: 'uplink-data-key',
  uplinkChunkSize: 'uplink-chunk-size',
  scMaxEachPostBytes: 'sc-max-each-post-bytes',
  scMinPostsIntervalMs: 'sc-min-posts-interval-ms',
}
const reuse: Record<string, string> = {
  maxConcurrency: 'max-concurrency',
  maxConnections: 'max-connections',
  cMaxReuseTimes: 'c-max-reuse-times',
  hMaxRequestTimes: 'h-max-request-times',
  hMaxReusableSecs: 'h-max-reusable-secs',
}

/** Xray's `extra` of XHTTP as fields of mihomo's `xhttp-opts`. What mihomo does not have is left out. */
export function xhttpExtra(extra: string): Fields {
  if (extra === '') return {}
  // The contract accepts only an object.
  const given = JSON.parse(extra) as Fields
  return { ...shared(given), ...renamed(given, plain), ...download(given['downloadSettings']) }
}

function shared(given: Fields): Fields {
  const headers = texts(given['headers'])
  const xmux = isObject(given['xmux']) ? given['xmux'] : {}
  const alive = xmux['hKeepAlivePeriod']
  const reused = { ...renamed(xmux, reuse), ...(Number.isInteger(alive) && { 'h-keep-alive-period': alive }) }
  return { ...(Object.keys(headers).length > 0 && { headers }), ...(Object.keys(reused).length > 0 && { 'reuse-settings': reused }) }
}

/** Download connection of its own, with address and TLS. */
function download(given: unknown): Fields {
  if (!isObject(given)) return {}
  const xhttp = isObject(given['xhttpSettings']) ? given['xhttpSettings'] : {}
  const tls = isObject(given['tlsSettings']) ? given['tlsSettings'] : {}
  const reality = isObject(given['realitySettings']) ? given['realitySettings'] : {}
  const security = given['security'] === 'reality' ? reality : tls
  const names = { serverName: 'servername', fingerprint: 'client-fingerprint' }
  return {
    'download-settings': {
      ...renamed(xhttp, { path: 'path', host: 'host' }),
      ...shared(isObject(xhttp['extra']) ? xhttp['extra'] : xhttp),
      ...renamed(given, { address: 'server' }),
      ...(Number.isInteger(given['port']) && { port: given['port'] }),
      ...((given['security'] === 'tls' || given['security'] === 'reality') && { tls: true, ...renamed(security, names) }),
      ...(given['security'] === 'tls' && Array.isArray(tls['alpn']) && { alpn: tls['alpn'].map(String) }),
      ...(given['security'] === 'tls' && tls['allowInsecure'] === true && { 'skip-cert-verify': true }),
      ...(given['security'] === 'reality' && {
        'reality-opts': renamed(reality, { publicKey: 'public-key', shortId: 'short-id' }),
      }),
    },
  }
}

function renamed(given: Fields, names: Record<string, string>): Fields {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = textOf(given[from])
      return value === null ? [] : [[to, value]]
    }),
  )
}

/** Xray writes a range as a number or as "100-200"; mihomo reads a text. */
function textOf(value: unknown): string | boolean | null {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])))
}
