import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { proveOrder } from '@portico/contract/orders'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/field-errors.ts'
import { schemaErrors } from '../ui/schema-errors.ts'
import styles from './payments.module.css'

/** For who has transferred the money by hand: what the operator can recognise it by. */
export function ProofForm({ tradeNo }: { tradeNo: string }) {
  const t = useT()
  const toBody = (proof: string) => ({ trade_no: tradeNo, proof })
  const form = useForm({ initialValues: { proof: '' }, validate: ({ proof }) => schemaErrors(proveOrder.body, toBody(proof)) })
  const send = useMutation({
    mutationFn: (proof: string) => call(proveOrder, { body: toBody(proof) }),
    onError: (error) => showFieldErrors(form, error),
  })
  if (send.isSuccess) {
    return (
      <p className={styles['proven']} role="status">
        {t('pay.proof_sent')}
      </p>
    )
  }
  return (
    <form className={styles['proof']} noValidate onSubmit={form.onSubmit(({ proof }) => send.mutate(proof))}>
      <Textarea
        label={t('pay.proof')}
        description={t('pay.proof_text')}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('proof')}
      />
      <Button type="submit" variant="default" loading={send.isPending}>
        {t('pay.proof_send')}
      </Button>
    </form>
  )
}
