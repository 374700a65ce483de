const MOST_FIELDS = 40
const LONGEST = 1000
/** Deeper objects appear by name only. */
const DEPTH = 4

/** Most bytes of a body that are read. */
const MAX_BYTES = 64 * 1024

// Numbers, amounts, states and times. Values of all other fields are left out: they may be names, addresses, signatures or keys.
const SAFE = new RegExp(
  `^(${[
    'id|pid|type|event|event_type|resource_type|status|trade_status|trade_state|refund_status|payment_status',
    'money|amount|total|total_fee|total_amount|amount_total|payer_total|refund|refund_fee|token_amount|actual_amount|currency|fiat',
    'out_trade_no|out_refund_no|trade_no|transaction_id|order_id|refund_id|invoiceid|deliveryid|custom_id|client_reference_id|attempt_no',
    'trade_type|sign_type|notify_type|created|create_time|gmt_create|gmt_payment|notify_time|success_time|timestamp',
  ].join('|')})$`,
  'i',
)
const VALUE = /^[\w.:+-]{1,64}$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const NUMBERS = [
  'out_trade_no',
  'order_id',
  'client_reference_id',
  'attempt_no',
  'custom_id',
  'invoiceid',
  'trade_no',
  'transaction_id',
  'id',
]

type Field = { path: string; name: string; value: unknown }
export type Cut = { number: string | null; body: string | null }

/** What may be stored of a notification: its number, and its fields, with values only for harmless ones. */
export function safeBody(query: URLSearchParams, rawBody: Buffer): Cut {
  const fields = [...fieldsOf(Object.fromEntries(query)), ...fieldsOfBody(rawBody)]
  const lines = fields.slice(0, MOST_FIELDS).map(({ path, name, value }) => `${path}: ${SAFE.test(name) ? shown(value) : '…'}`)
  return { number: numberOf(fields), body: lines.join('\n').slice(0, LONGEST) || null }
}

function fieldsOfBody(rawBody: Buffer): Field[] {
  if (rawBody.length > MAX_BYTES) return []
  const text = rawBody.toString('utf8')
  const json = parsed(text)
  if (typeof json === 'object' && json !== null) return fieldsOf(json)
  // Text that is not a form would be one name without a value.
  return text.includes('=') ? fieldsOf(Object.fromEntries(new URLSearchParams(text))) : []
}

function fieldsOf(value: object, prefix = '', depth = 1): Field[] {
  return Object.entries(value)
    .slice(0, MOST_FIELDS)
    .flatMap(([key, inner]: [string, unknown]): Field[] => {
      // Senders choose the names as well.
      const name = key.replace(/[^\w.-]/g, '').slice(0, 40)
      const path = `${prefix}${name}`
      if (typeof inner === 'object' && inner !== null && depth < DEPTH) return fieldsOf(inner, `${path}.`, depth + 1)
      return name === '' ? [] : [{ path, name, value: inner }]
    })
}

function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && VALUE.test(value) ? value : '…'
}

function numberOf(fields: Field[]): string | null {
  const named = NUMBERS.map((name) => fields.find((field) => field.name.toLowerCase() === name)?.value)
  const found = named.find((value) => typeof value === 'string' && /^[\w-]{6,64}$/.test(value))
  return typeof found === 'string' ? found : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
