import { useState } from 'react'
import { ApiError } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'

interface PasskeyButtonProps {
  onEntered: (entered: { x_token: string; name: string }) => unknown
  onFailure: (message: string) => void
}

/** Signs in without an address: the device knows whose passkey it is. Drawn where the browser has passkeys, and on the server, as most have. */
export function PasskeyButton({ onEntered, onFailure }: PasskeyButtonProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  if (typeof PublicKeyCredential === 'undefined') return null
  const enter = async (): Promise<void> => {
    setBusy(true)
    onFailure('')
    try {
      const { enterByPasskey } = await import('./enter-by-passkey.ts')
      const entered = await enterByPasskey()
      if (entered) await onEntered(entered)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 422) onFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={buttonClass('outline', 'large', 'wide')} disabled={busy} onClick={() => void enter()}>
      {t('passkey.login')}
    </button>
  )
}
