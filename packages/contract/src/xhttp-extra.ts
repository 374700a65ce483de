import { isObject } from './plain-object.ts'

type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

/**
 * Whether cores accept the text as XHTTP's `extra`; '' is none. Xray ignores case and unknown names, but refuses a whole file for one value
 * of the wrong type.
 */
export function isXhttpExtra(text: string, mode: string): boolean {
  if (text === '') return true
  try {
    return isExtra(JSON.parse(text), mode)
  } catch {
    return false
  }
}

const text: Check = (value) => typeof value === 'string'
const word: Check = (value) => typeof value === 'string' && /^[\x21-\x7e]*$/.test(value)
const flag: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...all: string[]): Check =>
  (value) =>
    typeof value === 'string' && ['', ...all].includes(value)
const texts: Check = (value) => (Array.isArray(value) ? value.every(text) : text(value))
const whole =
  (least: number, most = 2 ** 31 - 1): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
const range =
  (least: number): Check =>
  (value) => {
    if (value === '') return true
    const [, from, to = from] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(textOf(value)) ?? []
    if (from === undefined) return false
    const [low, high] = [Number(from), Number(to)]
    return low >= least && low <= high && high < 2 ** 31
  }
const places = oneOf('path', 'cookie', 'header', 'query')

const xmuxFields: Record<string, Check> = {
  maxconcurrency: range(0),
  maxconnections: range(0),
  cmaxreusetimes: range(0),
  hmaxrequesttimes: range(0),
  hmaxreusablesecs: range(0),
  hkeepaliveperiod: whole(-(2 ** 31)),
}

const fields: Record<string, Check> = {
  host: text,
  path: text,
  mode: text,
  headers: areHeaders,
  xpaddingbytes: range(1),
  xpaddingobfsmode: flag,
  xpaddingkey: word,
  xpaddingheader: word,
  xpaddingplacement: oneOf('cookie', 'header', 'query', 'queryInHeader'),
  xpaddingmethod: oneOf('repeat-x', 'tokenish'),
  uplinkhttpmethod: word,
  sessionplacement: places,
  sessionkey: word,
  sessionidplacement: places,
  sessionidkey: word,
  sessionidtable: word,
  sessionidlength: range(1),
  seqplacement: places,
  seqkey: word,
  uplinkdataplacement: oneOf('auto', 'body', 'cookie', 'header'),
  uplinkdatakey: word,
  uplinkchunksize: range(0),
  nogrpcheader: flag,
  nosseheader: flag,
  scmaxeachpostbytes: range(1),
  scminpostsintervalms: range(1),
  scmaxbufferedposts: whole(-(2 ** 31)),
  scstreamupserversecs: (value) => /^-?\d{1,9}(?:--?\d{1,9})?$/.test(textOf(value)),
  servermaxheaderbytes: whole(0),
  xmux: isXmux,
  downloadsettings: isDownload,
}

const tlsFields: Record<string, Check> = {
  // Xray refuses a file that has this removed field.
  allowinsecure: (value) => value === false,
  servername: word,
  alpn: texts,
  enablesessionresumption: flag,
  disablesystemroot: flag,
  minversion: word,
  maxversion: word,
  ciphersuites: word,
  fingerprint: word,
  rejectunknownsni: flag,
  curvepreferences: texts,
  masterkeylog: text,
  pinnedpeercertsha256: word,
  verifypeercertbyname: word,
}

const realityFields: Record<string, Check> = {
  show: flag,
  fingerprint: word,
  servername: word,
  password: word,
  publickey: (value) => typeof value === 'string' && /^[\w-]{43}$/.test(value),
  shortid: (value) => typeof value === 'string' && /^(?:[0-9a-f]{2}){0,8}$/.test(value),
  mldsa65verify: word,
  spiderx: word,
}

const streamFields: Record<string, Check> = {
  address: (value) => typeof value === 'string' && /^[\w.:-]+$/.test(value),
  port: whole(1, 65_535),
  network: oneOf('xhttp', 'splithttp'),
  security: oneOf('none', 'tls', 'reality'),
  tlssettings: (value) => fit(value, tlsFields) !== null,
  realitysettings: (value) => fit(value, realityFields) !== null,
  xhttpsettings: isDownloadPath,
  splithttpsettings: isDownloadPath,
}

function isExtra(value: unknown, mode: string): boolean {
  const given = fit(value, fields)
  if (!given) return false
  const isPacketUp = mode === 'packet-up'
  if (given['downloadsettings'] !== undefined && mode === 'stream-one') return false
  if (typeof given['uplinkhttpmethod'] === 'string' && given['uplinkhttpmethod'].toUpperCase() === 'GET' && !isPacketUp) return false
  if ((given['uplinkdataplacement'] === 'cookie' || given['uplinkdataplacement'] === 'header') && !isPacketUp) return false
  return isRoomy(given)
}

function isXmux(value: unknown): boolean {
  const given = fit(value, xmuxFields)
  const isSet = (one: unknown): boolean => !/^0*(?:-0+)?$/.test(textOf(one))
  return given !== null && !(isSet(given['maxconcurrency']) && isSet(given['maxconnections']))
}

function isDownload(value: unknown): boolean {
  const given = fit(value, streamFields)
  // Without `network`, Xray takes the second connection for TCP.
  return (
    given !== null &&
    given['network'] !== undefined &&
    given['network'] !== '' &&
    (given['security'] !== 'reality' || fit(given['realitysettings'], realityFields)?.['publickey'] !== undefined)
  )
}

function isDownloadPath(value: unknown): boolean {
  const given = fit(value, { ...fields, extra: (inner) => isExtra(inner, 'auto') })
  return given !== null && given['downloadsettings'] === undefined && isExtra(value, 'auto')
}

function areHeaders(value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([name, one]) => isHeader(name, one))
}

function isHeader(name: string, value: unknown): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && name.toLowerCase() !== 'host' && typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)
}

/** Whether a table of session ids has room for the two billion ids that Xray requires. */
function isRoomy(given: Fields): boolean {
  const table = given['sessionidtable']
  if (typeof table !== 'string' || table === '') return true
  const [from = '0', to = from] = textOf(given['sessionidlength']).split('-')
  const letters = predefined[table] ?? table.length
  if (letters < 2) return false
  let room = 0
  for (let length = Number(from); length <= Number(to) && room < 2 ** 31; length++) room += letters ** length
  return room >= 2 ** 31
}
const predefined: Record<string, number> = {
  ALPHABET: 26,
  Alphabet: 52,
  BASE36: 36,
  Base62: 62,
  HEX: 16,
  alphabet: 26,
  base36: 36,
  hex: 16,
  number: 10,
}

/** A range, given as text or number; '' for none. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The fields with known names, in lower case; null: one has the wrong type, or occurs twice. */
function fit(value: unknown, known: Record<string, Check>): Fields | null {
  if (!isObject(value)) return null
  const found: Fields = {}
  for (const [name, one] of Object.entries(value)) {
    const lower = name.toLowerCase()
    const check = Object.hasOwn(known, lower) ? known[lower] : undefined
    if (!check || one === null) continue
    if (Object.hasOwn(found, lower) || !check(one)) return null
    found[lower] = one
  }
  return found
}
