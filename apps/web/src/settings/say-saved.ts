import { t } from '../i18n.ts'
import { reachOf } from '../nodes/call-address.ts'
import { showToast } from '../toast.ts'

/** Milliseconds to read what the new address means. */
const READ_MS = 12_000

/** Says that settings are saved, and from where a new site `address` cannot be opened. */
export function saySaved(address: string | undefined): void {
  const reach = address ? reachOf(address) : 'anywhere'
  if (address === undefined || reach === 'anywhere') showToast({ kind: 'success', message: t('state.saved') })
  else showToast({ kind: 'warning', title: t('state.saved'), message: t(`setting.reach_${reach}`, { address }), ms: READ_MS })
}
