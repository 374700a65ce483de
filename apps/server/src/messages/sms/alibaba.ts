import { randomUUID } from 'node:crypto'
import { NotSent } from '../not-sent.ts'
import { signedCall } from './alibaba-signature.ts'
import { callSmsApi } from './call-sms-api.ts'
import type { SmsProvider } from './sms-provider.ts'

// https://www.alibabacloud.com/help/en/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms
const LOGIN = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|NoPermission|isp\.RAM_PERMISSION_DENY|isv\.ACCOUNT)/
const ADDRESS = /^isv\.(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|DOMESTIC_NUMBER_NOT_SUPPORTED)/
const SENDER = /^isv\.(SMS_SIGNATURE|SMS_TEMPLATE|SIGN|SMS_SIGN|TEMPLATE|INVALID_PARAMETERS)/
const BUSY = /^(isv\.(BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|OUT_OF_SERVICE|AMOUNT_NOT_ENOUGH)|isp\.|Throttling)/

/** Alibaba Cloud SMS. It sends only approved templates, so it can carry codes and nothing else. */
export const alibaba: SmsProvider = {
  needs: ['sms.alibaba_id', 'sms.alibaba_secret', 'sms.alibaba_sign', 'sms.alibaba_template'],
  send: async (settings, apis, { to, template, code, language }, now) => {
    if (template !== 'code' && template !== 'test') throw new NotSent('no_template', '', true)
    const english = language === 'en' ? settings['sms.alibaba_template_en'] : ''
    const { path, headers } = signedCall(
      {
        host: new URL(apis.alibaba).host,
        action: 'SendSms',
        version: '2017-05-25',
        date: now.toISOString().replace(/\.\d+Z$/, 'Z'),
        nonce: randomUUID(),
        query: {
          PhoneNumbers: to.replace(/^\+(86(?=1\d{10}$))?/, ''),
          SignName: settings['sms.alibaba_sign'],
          TemplateCode: english || settings['sms.alibaba_template'],
          TemplateParam: JSON.stringify({ code: code ?? '123456' }),
        },
      },
      { id: settings['sms.alibaba_id'], secret: settings['sms.alibaba_secret'] },
    )
    const { status, field } = await callSmsApi(apis.alibaba + path, { method: 'POST', headers })
    const result = field('Code') ?? String(status)
    if (result === 'OK') return
    const answer = `${result} ${field('Message') ?? ''}`
    if (LOGIN.test(result)) throw new NotSent('bad_login', answer)
    if (ADDRESS.test(result)) throw new NotSent('bad_address', answer, true)
    if (BUSY.test(result)) throw new NotSent('busy', answer)
    if (SENDER.test(result)) throw new NotSent('bad_sender', answer)
    throw new NotSent('refused', answer, true)
  },
}
