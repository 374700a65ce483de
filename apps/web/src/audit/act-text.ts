import { messageKey, t } from '../i18n.ts'

/** `order.refund` → "Order: refunded". A name unknown to this version is shown unchanged. */
export function actionText(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return t('log.act', { noun: entityText(noun), verb: known(`log.verb_${verb}`, verb) })
}

export function entityText(entity: string): string {
  return known(`log.entity_${entity}`, entity)
}

function known(key: string, otherwise: string): string {
  const text = t(messageKey(key))
  return text === key ? otherwise : text
}
