import type { MessageFault } from '@portico/contract/messages-admin'
import { NotSent } from '../not-sent.ts'

type SmtpError = Error & {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/
const NO_TLS = /WRONG_VERSION_NUMBER|EPROTO|UNSUPPORTED_PROTOCOL|ERR_SSL/

/** A nodemailer error as `NotSent`. Only a refusal of this one mail is final. */
export function explainSmtp(error: unknown): NotSent {
  const { code = '', originalCode = '', command = '', response, responseCode = 0, message } = error as SmtpError
  const cause = `${originalCode} ${code} ${message}`
  const isRefusal = responseCode >= 500 && responseCode !== 503
  const answer = response ?? message
  const because = (fault: MessageFault, isFinal = false): NotSent => new NotSent(fault, answer, isFinal)
  if (CERTIFICATE.test(cause) && responseCode === 0) return because('bad_certificate')
  if (code === 'ETLS' || (responseCode === 0 && NO_TLS.test(cause))) return because('no_tls')
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530 || responseCode === 535) return because('bad_login')
  if (responseCode >= 400 && responseCode < 500) return because('busy')
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? because('bad_sender') : because('bad_address', true)
  if (isRefusal) return because('refused', true)
  if (code === 'ETIMEDOUT') return because('timeout')
  if (['EDNS', 'ECONNECTION', 'ESOCKET', 'EPROTOCOL'].includes(code)) return because('unreachable')
  return because('unexpected')
}
