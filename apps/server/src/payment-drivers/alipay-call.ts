import { createSign, createVerify } from 'node:crypto'
import * as z from 'zod/mini'
import type { DriverConfig } from './driver.ts'
import { beijingTime } from './beijing-time.ts'
import { callGateway } from './call-gateway.ts'
import { privateKeyOf, publicKeyOf } from './rsa-key.ts'

const PRODUCTION = 'https://openapi.alipay.com/gateway.do'

export type Call = { method: string; content: object; urls?: { notify_url: string; return_url?: string } }
const Answer = z.looseObject({ code: z.string(), msg: z.string(), sub_code: z.optional(z.string()), sub_msg: z.optional(z.string()) })
export type Answer = z.infer<typeof Answer>

/** Address of a page of Alipay, signed for the payer's browser. */
export function pageAddress(config: DriverConfig, call: Call): string {
  return `${gatewayOf(config)}?${encoded(signedParams(config, call))}`
}

/** Throws if Alipay is unreachable or out of order, or did not sign the answer. Business refusals are returned, with a `sub_code`. */
export async function callAlipay(config: DriverConfig, call: Call): Promise<Answer> {
  // Alipay takes the character set from the address, so only the content is in the body.
  const { biz_content = '', ...others } = signedParams(config, call)
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' }
  const reply = await callGateway(`${gatewayOf(config)}?${encoded(others)}`, { method: 'POST', headers, body: encoded({ biz_content }) })
  const answer = readSigned(config, `${call.method.replaceAll('.', '_')}_response`, reply.text)
  if (answer.code === '20000' || answer.sub_code?.endsWith('SYSTEM_ERROR')) throw refusal(answer)
  return answer
}

export function refusal({ code, sub_code, sub_msg, msg }: Answer): Error {
  return new Error(`Alipay answered ${code} ${sub_code ?? ''} ${sub_msg ?? msg}`)
}

/** Whether Alipay signed this notification. `https://opendocs.alipay.com/common/02mse7` */
export function isSignedNotification(config: DriverConfig, notification: Record<string, string>): boolean {
  // Not the older scheme with SHA-1, which a message could ask for.
  if (notification['sign_type'] !== 'RSA2') return false
  const { sign = '', sign_type: _, ...rest } = notification
  return isSigned(config, textOf(rest), sign)
}

// https://opendocs.alipay.com/common/02kf5q
function signedParams(config: DriverConfig, { method, content, urls }: Call): Record<string, string> {
  const params = {
    app_id: config['app_id'] ?? '',
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    // Alipay compares it with the time in Beijing.
    timestamp: beijingTime(new Date()).slice(0, 19).replace('T', ' '),
    version: '1.0',
    ...urls,
    biz_content: JSON.stringify(content),
  }
  const key = privateKeyOf(config['private_key'] ?? '')
  return { ...params, sign: createSign('RSA-SHA256').update(textOf(params)).sign(key, 'base64') }
}

/** The signature covers the bytes of the answer's object, so nothing else of the text is read. */
function readSigned(config: DriverConfig, name: string, text: string): Answer {
  const [, sign = ''] = /"sign"\s*:\s*"([^"]*)"/.exec(text.slice(text.lastIndexOf('"sign"'))) ?? []
  const signed = text.slice(text.indexOf('{', text.indexOf(`"${name}"`)), text.lastIndexOf('}', text.lastIndexOf('"sign"')) + 1)
  if (!isSigned(config, signed, sign)) throw new Error(`Alipay did not sign its answer: ${text.slice(0, 300)}`)
  return Answer.parse(JSON.parse(signed))
}

function isSigned(config: DriverConfig, text: string, signature: string): boolean {
  return createVerify('RSA-SHA256')
    .update(text)
    .verify(publicKeyOf(config['alipay_public_key'] ?? ''), signature, 'base64')
}

function textOf(params: Record<string, string>): string {
  const names = Object.keys(params).toSorted()
  return names.map((name) => `${name}=${params[name]}`).join('&')
}

function encoded(params: Record<string, string>): string {
  return String(new URLSearchParams(params)).replaceAll('+', '%20')
}

function gatewayOf(config: DriverConfig): string {
  return config['gateway'] || PRODUCTION
}
