import { useEffect, useState } from 'react'
import { useT } from '../i18n.ts'
import styles from './qr-code.module.css'

/** A text as a QR code. The drawing code is loaded when the first one is shown. */
export function QrCode({ text, size = 200 }: { text: string; size?: number }) {
  const t = useT()
  const [svg, setSvg] = useState('')
  useEffect(() => {
    let current = true
    void import('qrcode').then(async (qr) => {
      const drawn = await qr.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
      if (current) setSvg(`data:image/svg+xml,${encodeURIComponent(drawn)}`)
    })
    return () => {
      current = false
    }
  }, [text])
  return (
    <div className={styles['ground']} style={{ width: size + 32, height: size + 32 }}>
      {svg && <img src={svg} width={size} height={size} alt={t('qr.label')} />}
    </div>
  )
}
