import type { LinkedDevice } from '@portico/contract/linked-devices'
import type { useT } from '../i18n.ts'
import { clientName } from '../link-fetches/client-name.ts'

/** As the member calls a device, else by what its app says. */
export function deviceName({ name, model, os, client }: LinkedDevice, t: ReturnType<typeof useT>): string {
  return name || model || os || (client === '' ? t('linked_device.unnamed') : clientName(client, t))
}
