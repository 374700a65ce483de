import { Button, FileInput, Loader, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { orderProof, type ProofContent, ProofType, proveOrder } from '@portico/contract/payment-proofs'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useSave } from '../ui/use-save.ts'
import { dataUrl, readProofContent, sizeOf } from './proof-content.ts'
import styles from './proofs.module.css'

/** Milliseconds for a megabyte on a slow line. */
const PATIENCE_MS = 120_000

interface ProofFormProps {
  tradeNo: string
  /** Something was sent before, and this adds to it. */
  sent: boolean
  /** How many more files can be sent. */
  filesLeft: number
}
interface Values extends Record<string, unknown> {
  proof: string
  file: File | null
}

/** What helps an operator recognise a transfer: text, a picture or PDF, or both. */
export function ProofForm({ tradeNo, sent, filesLeft }: ProofFormProps) {
  const t = useT()
  const toBody = (proof: string, file: ProofContent | undefined) => ({ trade_no: tradeNo, proof: proof.trim() || undefined, file })
  const form = useForm<Values>({
    initialValues: { proof: '', file: null },
    validate: ({ proof }) => schemaErrors(proveOrder.body, toBody(proof, undefined)),
  })
  const reading = useMutation({ mutationFn: readProofContent })
  const content = typeof reading.data === 'object' ? reading.data : undefined
  const refusal = reading.isError ? 'wrong_type' : typeof reading.data === 'string' ? reading.data : null
  const choose = (file: File | null) => {
    form.setFieldValue('file', file)
    form.clearErrors()
    if (file) reading.mutate(file)
    else reading.reset()
  }
  const send = useSave({
    form,
    send: (proof: string) => call(proveOrder, { body: toBody(proof, content) }, { timeoutMs: PATIENCE_MS }),
    changes: [orderProof],
    after: () => {
      form.reset()
      reading.reset()
    },
  })
  const submit = form.onSubmit(({ proof }) => {
    if (refusal || reading.isPending || send.isPending) return
    if (!content && !proof.trim()) return form.setFieldError('proof', t('pay.proof_need'))
    send.mutate(proof)
  })
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Textarea
        autosize
        minRows={2}
        maxLength={500}
        {...fieldOf(form, 'proof', t('pay.proof_words'), t(sent ? 'pay.proof_more_text' : 'pay.proof_text'))}
      />
      {filesLeft > 0 ? (
        <FileInput
          placeholder={t('pay.proof_choose')}
          accept={ProofType.options.join(',')}
          clearable
          clearButtonProps={{ 'aria-label': t('pay.proof_clear') }}
          {...fieldOf(form, 'file', t('pay.proof_file'), t('pay.proof_file_text', { n: filesLeft }))}
          error={refusal ? t(`pay.proof_${refusal}`) : form.errors['file']}
          onChange={choose}
        />
      ) : (
        <p className="quiet small">{t('pay.proof_no_more')}</p>
      )}
      {content && <Preview content={content} />}
      {(reading.isPending || send.isPending) && (
        <p className={styles['busy']} role="status">
          <Loader size={16} aria-hidden />
          {t(send.isPending ? 'pay.proof_sending' : 'pay.proof_reading')}
        </p>
      )}
      <Button type="submit" variant={sent ? 'default' : 'filled'} loading={send.isPending} disabled={reading.isPending}>
        {t(sent ? 'pay.proof_add' : 'pay.proof_send')}
      </Button>
    </form>
  )
}

/** Shows the file exactly as it will be sent. */
function Preview({ content }: { content: ProofContent }) {
  const t = useT()
  const size = formatBytes(sizeOf(content))
  if (content.type === 'application/pdf') return <p className="quiet small">{t('pay.proof_ready_pdf', { size })}</p>
  return (
    <figure className={styles['preview']}>
      <img src={dataUrl(content)} alt={t('pay.proof_preview')} />
      <figcaption>{t('pay.proof_ready', { size })}</figcaption>
    </figure>
  )
}
