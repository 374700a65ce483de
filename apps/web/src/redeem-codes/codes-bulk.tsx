import { type AdminRedeemCode, adminListRedeemCodes, adminSetRedeemCode } from '@portico/contract/redeem-codes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk-bar.tsx'
import { useSave } from '../ui/use-save.ts'

/** Enables or disables the picked codes, except used ones. */
export function CodesBulk({ codes, onDone }: { codes: AdminRedeemCode[]; onDone: () => void }) {
  const t = useT()
  const settable = codes.filter((code) => code.status !== 'used')
  const n = settable.length
  const set = useSave({
    send: async (enabled: boolean) => {
      for (const { id } of settable) await call(adminSetRedeemCode, { params: { id }, body: { enabled } })
    },
    done: t('state.saved'),
    changes: [adminListRedeemCodes],
    after: onDone,
  })
  const disable = async (): Promise<void> => {
    const question = { title: t('codes_manage.disable_n', { n }), text: t('codes_manage.disable_text') }
    if (await confirm({ ...question, confirm: t('codes_manage.disable'), danger: true })) set.mutate(false)
  }
  return (
    <BulkBar count={codes.length} onClear={onDone}>
      {n > 0 ? (
        <>
          <BulkButton busy={set.isPending} onClick={() => set.mutate(true)}>
            {t('codes_manage.enable')}
          </BulkButton>
          <BulkButton busy={set.isPending} onClick={() => void disable()}>
            {t('codes_manage.disable')}
          </BulkButton>
        </>
      ) : (
        <em>{t('codes_manage.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
