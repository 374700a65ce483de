import { adminListDisputes, adminNoteDispute, type Dispute } from '@portico/contract/disputes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { SettleModal } from '../payments/settle-modal.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { useDeadline } from '../ui/format/use-date.ts'
import { Money } from '../ui/format/money.tsx'

/** A dispute in full, with the note of staff. */
export function DisputeModal({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const t = useT()
  const deadline = useDeadline()
  const { withdrawn_at: withdrawn, restored_at: restored, order_currency: currency } = dispute
  return (
    <SettleModal
      title={t('disputes.title', { number: dispute.dispute_no })}
      text={t(withdrawn === null ? 'disputes.text_nothing' : restored === null ? 'disputes.text_withdrawn' : 'disputes.text_restored')}
      submit={t('disputes.save_note')}
      done={t('disputes.noted')}
      save={(note) => call(adminNoteDispute, { params: { id: dispute.id }, body: { note } })}
      changes={[adminListDisputes]}
      onClose={onClose}
    >
      <Facts>
        <Fact name={t('disputes.status')}>{t(`disputes.${dispute.status}`)}</Fact>
        <Fact name={t('disputes.reason')}>{dispute.reason || '–'}</Fact>
        <Fact name={t('disputes.payment')}>{dispute.callback_no}</Fact>
        <Fact name={t('disputes.deadline')}>{dispute.deadline ? deadline(dispute.deadline) : '–'}</Fact>
        <Fact name={t('disputes.changed')}>
          <DateTime value={dispute.changed_at} />
        </Fact>
        {withdrawn !== null && (
          <>
            <Fact name={t('disputes.withdrawn')}>
              <DateTime value={withdrawn} />
            </Fact>
            <Fact name={t('disputes.debt')}>
              <Money amount={dispute.debt_amount} currency={currency} />
            </Fact>
            <Fact name={t('disputes.loss')}>
              <Money amount={dispute.loss_amount} currency={currency} />
            </Fact>
          </>
        )}
        {restored !== null && (
          <Fact name={t('disputes.restored')}>
            <DateTime value={restored} />
          </Fact>
        )}
        {dispute.note !== null && <Fact name={t('disputes.last_note')}>{dispute.note}</Fact>}
      </Facts>
    </SettleModal>
  )
}
