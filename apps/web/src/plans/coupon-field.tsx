import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useT } from '../i18n.ts'
import styles from './configure.module.css'
import type { Purchase } from './use-purchase.ts'

/** A field for a coupon code, or the code that is applied. */
export function CouponField({ coupon }: { coupon: Purchase['coupon'] }) {
  const t = useT()
  const [code, setCode] = useState('')
  const [edited, setEdited] = useState(false)
  if (coupon.applied !== null) {
    return (
      <p className={styles['applied']}>
        <span>
          {t('coupon.applied')} <strong>{coupon.applied.toUpperCase()}</strong>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={coupon.remove}>
          {t('coupon.remove')}
        </Button>
      </p>
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setEdited(false)
    if (code.trim() !== '') coupon.apply(code.trim())
  }
  return (
    <form className={styles['coupon']} onSubmit={submit} noValidate>
      <TextInput
        label={t('coupon.code')}
        value={code}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        error={edited ? null : coupon.error}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setEdited(true)
        }}
      />
      <Button type="submit" variant="default" loading={coupon.checking} disabled={code.trim() === ''}>
        {t('coupon.apply')}
      </Button>
    </form>
  )
}
