import { Button, Textarea, TextInput } from '@mantine/core'
import { Buyer, getBuyer, saveBuyer } from '@portico/contract/invoices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './invoices.module.css'

/** Form for the buyer on future invoices. */
export function BuyerForm() {
  const t = useT()
  const { data } = useSuspenseQuery(get(getBuyer, {}))
  const form = useMarkedForm({ initialValues: data, validate: (values) => schemaErrors(Buyer, values) })
  const save = useSave({
    form,
    send: (body: Buyer) => call(saveBuyer, { body }),
    done: t('state.saved'),
    changes: [getBuyer],
    after: (_, values) => form.resetDirty(values),
  })
  return (
    <Card title={t('buyer.title')}>
      <p className="intro">{t('buyer.text')}</p>
      <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <TextInput autoComplete="organization" maxLength={120} {...fieldOf(form, 'name', t('buyer.name'))} />
        <Textarea autoComplete="street-address" autosize minRows={3} maxLength={400} {...fieldOf(form, 'address', t('buyer.address'))} />
        <TextInput maxLength={60} {...fieldOf(form, 'tax_number', t('buyer.tax_number'))} />
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          {t('action.save')}
        </Button>
      </form>
    </Card>
  )
}
