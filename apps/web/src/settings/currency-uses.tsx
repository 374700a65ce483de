import { Button, Group, Modal, Text } from '@mantine/core'
import { CurrencyUse } from '@portico/contract/settings-admin'
import * as z from 'zod/mini'
import { ApiError } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PathLink } from '../ui/path-link.tsx'

const Details = z.object({ uses: z.array(CurrencyUse) })

/** Amounts that forbid changing the currency, if that is the error. */
export function currencyUses(error: unknown): CurrencyUse[] {
  if (!(error instanceof ApiError) || error.code !== 'setting.currency_in_use') return []
  return Details.safeParse(error.details).data?.uses ?? []
}

/** Page to settle each kind; absent: it ends with time, or in these settings. */
const PLACES: Partial<Record<CurrencyUse['kind'], string>> = {
  balance: '/admin/user',
  commission: '/admin/user',
  held: '/admin/ledger',
  debt: '/admin/user',
  order: '/admin/order',
  payment: '/admin/reconciliation',
  withdrawal: '/admin/tixian',
  plan: '/admin/plan_manage',
  coupon: '/admin/coupon',
  code: '/admin/vipcard',
  method: '/admin/payment',
}

/** Lists the amounts that would not be converted, with the pages where they can be settled or removed. */
export function CurrencyUsesModal({ uses, onClose }: { uses: CurrencyUse[]; onClose: () => void }) {
  const t = useT()
  return (
    <Modal opened onClose={onClose} title={<strong>{t('currency.in_use')}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Text mb="md">{t('currency.in_use_text')}</Text>
      <Facts>
        {uses.map(({ kind, count }) => {
          const place = PLACES[kind]
          const name = t(`currency.use_${kind}`)
          return (
            <Fact key={kind} name={place ? <PathLink to={place}>{name}</PathLink> : name}>
              {count}
            </Fact>
          )
        })}
      </Facts>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </Group>
    </Modal>
  )
}
