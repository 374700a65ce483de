import { Button, Group, Loader } from '@mantine/core'
import type { Checkout, Order, PaymentChoice } from '@portico/contract/orders'
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import styles from './payments.module.css'
import { webAddress } from './web-address.ts'

interface CheckoutStepProps {
  order: Order
  checkout: Checkout
  method: PaymentChoice
  onBack: () => void
}

/**
 * What the payer does next: scan a code, go to the gateway's page, or read how to transfer.
 * The order's page watches for the payment.
 */
export function CheckoutStep({ order, checkout, method, onBack }: CheckoutStepProps) {
  const t = useT()
  const { type, data } = checkout
  const address = webAddress(data)
  return (
    <Card title={method.name}>
      <div className={styles['step']} data-centred={type !== 2 || undefined}>
        {type === 0 && data && <QrCode text={data} size={220} />}
        {type === 0 && <p>{t('pay.scan')}</p>}
        {type === 1 && <p>{t('pay.leaving')}</p>}
        {type === 2 && <p className={styles['instructions']}>{data || t('pay.no_instructions')}</p>}
        <div className={styles['facts']}>
          <Facts>
            <Fact name={t('order.total')}>
              <strong>
                <Money amount={checkout.pay_amount} currency={order.currency} />
              </strong>
            </Fact>
            {type === 2 && (
              <Fact name={t('pay.reference')}>
                <span className={styles['reference']}>{order.trade_no}</span>
              </Fact>
            )}
          </Facts>
        </div>
        {type === 2 && <p className="quiet">{t('pay.manual_text')}</p>}
        <p className={styles['waiting']} role="status">
          <Loader size={16} aria-hidden />
          {t('pay.waiting')}
        </p>
        <Group gap="sm" justify={type === 2 ? 'flex-start' : 'center'}>
          {address && type !== 2 && (
            <Button component="a" href={address} rel="noreferrer" leftSection={<IconExternalLink size={17} />}>
              {t('pay.open')}
            </Button>
          )}
          {type === 2 && <CopyButton text={order.trade_no} label={t('pay.copy_reference')} />}
          <Button variant="subtle" leftSection={<IconArrowLeft size={17} />} onClick={onBack}>
            {t('pay.other')}
          </Button>
        </Group>
      </div>
    </Card>
  )
}
