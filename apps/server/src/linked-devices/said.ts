import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What an app says of the device it runs on. All of it is the app's word. */
export type Said = { hwid: string; os: string; osVersion: string; model: string }

/** What a request for a link says of its device; null: no id. */
export function readSaid(headers: IncomingHttpHeaders): Said | null {
  const hwid = lineOf(headers['x-hwid'], 200)
  if (hwid === '') return null
  return {
    hwid,
    os: lineOf(headers['x-device-os']),
    osVersion: lineOf(headers['x-ver-os']),
    model: lineOf(headers['x-device-model']),
  }
}

/** The id as it is stored. With the account, so that nobody sees that two accounts share a device. */
export function hwidHash(key: string, accountId: number, hwid: string): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${hwid}`).digest()
}

/** A header as a line of text. Names in other scripts arrive as the bytes of UTF-8, each read as a character. */
export function lineOf(header: string | string[] | undefined, most = 60): string {
  const sent = (Array.isArray(header) ? header[0] : header) ?? ''
  const utf8 = Buffer.from(sent, 'latin1').toString('utf8')
  const text = utf8.includes('\ufffd') ? sent : utf8
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
}
