import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useT } from '../../i18n.ts'
import { Money } from '../../ui/format/money.tsx'
import styles from '../configure.module.css'
import type { Purchase } from './use-purchase.ts'

interface CouponFieldProps {
  coupon: Purchase['coupon']
  /** Discount of the applied coupon; 0: none. */
  amount: number
  currency: string
}

/** A field for a coupon code, or the code that is applied. */
export function CouponField({ coupon, amount, currency }: CouponFieldProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const [edited, setEdited] = useState(false)
  if (coupon.applied !== null) {
    return (
      <p className={styles['applied']}>
        <IconCheck size={16} aria-hidden />
        <span className="visually-hidden">{t('coupon.applied')}</span>
        <span className={styles['code']}>{coupon.applied.toUpperCase()}</span>
        <Money amount={amount} currency={currency} />
        <ActionIcon variant="subtle" size="sm" color="gray" aria-label={t('coupon.remove')} onClick={coupon.remove}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
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
        aria-label={t('coupon.code')}
        placeholder={t('coupon.code')}
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
