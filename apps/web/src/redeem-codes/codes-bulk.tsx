import { type AdminRedeemCode, adminListRedeemCodes, adminSetRedeemCode } from '@portico/contract/redeem-codes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../ui/table/use-picking.ts'

/** Enables or disables the picked codes, except used ones. */
export function CodesBulk({ picked }: { picked: Picked<AdminRedeemCode> }) {
  const t = useT()
  const settable = picked.rows.filter((code) => code.status !== 'used')
  const n = settable.length
  const set = useBulk({
    picked,
    send: ({ id }, enabled: boolean) => call(adminSetRedeemCode, { params: { id }, body: { enabled } }, { background: true }),
    done: () => t('state.saved'),
    changes: [adminListRedeemCodes],
  })
  const disable = async (): Promise<void> => {
    const question = { title: t('codes_manage.disable_n', { n }), text: t('codes_manage.disable_text') }
    if (await confirm({ ...question, confirm: t('codes_manage.disable'), danger: true })) set.run(settable, false)
  }
  return (
    <BulkBar {...set.bar}>
      {n > 0 ? (
        <>
          <BulkButton busy={set.busy} onClick={() => set.run(settable, true)}>
            {t('codes_manage.enable')}
          </BulkButton>
          <BulkButton busy={set.busy} onClick={() => void disable()}>
            {t('codes_manage.disable')}
          </BulkButton>
        </>
      ) : (
        <em>{t('codes_manage.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
