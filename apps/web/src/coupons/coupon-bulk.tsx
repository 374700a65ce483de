import { Button } from '@mantine/core'
import { adminExportCoupons, adminListCoupons, adminSetCoupons, type CouponFilter } from '@portico/contract/coupons-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './coupons-manage.module.css'

interface BulkProps {
  filter: CouponFilter
  filtered: boolean
  sort: string | undefined
  /** How many coupons match the filter. */
  total: number
}

/** Actions on all coupons that match the filter. Each confirmation states how many there are. */
export function CouponBulk({ filter, filtered, sort, total }: BulkProps) {
  const t = useT()
  const download = useSave({
    send: () => call(adminExportCoupons, { query: { ...filter, sort } }),
    done: ({ rows }) => t('coupon_manage.exported', { n: rows }),
    after: ({ csv }) => saveFile(filter.batch_id ? `coupons-${filter.batch_id}.csv` : 'coupons.csv', csv),
  })
  const set = useSave({
    send: (enabled: boolean) => call(adminSetCoupons, { body: { filter, enabled, count: total } }),
    done: ({ changed }, enabled) => t(enabled ? 'coupon_manage.enabled_n' : 'coupon_manage.disabled_n', { n: changed }),
    changes: [adminListCoupons],
  })
  const ask = async (enabled: boolean): Promise<void> => {
    const scope = t(filtered ? 'coupon_manage.scope_filter' : 'coupon_manage.scope_all', { n: total })
    const title = t(enabled ? 'coupon_manage.enable_title' : 'coupon_manage.disable_title', { n: total })
    const text = `${scope} ${t(enabled ? 'coupon_manage.enable_text' : 'coupon_manage.disable_text')}`
    const label = t(enabled ? 'coupon_manage.enable_all' : 'coupon_manage.disable_all', { n: total })
    if (await confirm({ title, text, confirm: label, danger: !enabled })) set.mutate(enabled)
  }
  return (
    <div className={styles['bulk']}>
      <span>{t(filtered ? 'coupon_manage.scope_filter' : 'coupon_manage.scope_all', { n: total })}</span>
      <Allowed to="export">
        <Button size="compact-md" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          {t('coupon_manage.export')}
        </Button>
      </Allowed>
      <Allowed to="coupons.write">
        <Button size="compact-md" variant="default" disabled={set.isPending} onClick={() => void ask(true)}>
          {t('coupon_manage.enable_all', { n: total })}
        </Button>
      </Allowed>
      <Allowed to="coupons.write">
        <Button size="compact-md" variant="default" disabled={set.isPending} onClick={() => void ask(false)}>
          {t('coupon_manage.disable_all', { n: total })}
        </Button>
      </Allowed>
    </div>
  )
}
