import { Checkbox, NumberInput, Radio, Textarea, TextInput } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { useT } from '../../i18n.ts'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
import { PlanFields } from './plan-fields.tsx'
import type { ActFormApi, ActName } from './acts.ts'
import { useActResult } from './use-act-result.ts'

interface Props {
  name: ActName
  form: ActFormApi
  /** false: a message to one member, which needs no reason. */
  hasReason: boolean
  /** Whose: what comes out for them stands beside the field. */
  user?: AdminUser
}

/** The fields of one act: how much, why, and whether the member is told. */
export function ActFields({ name, form, hasReason, user }: Props) {
  const t = useT()
  const result = useActResult(name, form.values, user)
  return (
    <>
      {name === 'extend' && (
        <NumberInput min={1} max={3650} allowDecimal={false} data-autofocus {...fieldOf(form, 'days', t('member_page.days'), result)} />
      )}
      {name === 'plan' && <PlanFields form={form} />}
      {name === 'traffic' && (
        <>
          <NumberInput
            min={0}
            decimalScale={3}
            suffix=" GB"
            data-autofocus
            {...fieldOf(form, 'bytes', t('user_manage.traffic_amount'), result)}
          />
          <Radio.Group {...fieldOf(form, 'lasts', t('user_manage.traffic_lasts'))}>
            <Radio mt="xs" value="keeps" label={t('user_manage.traffic_keeps')} description={t('user_manage.traffic_keeps_text')} />
            <Radio mt="xs" value="cycle" label={t('user_manage.traffic_cycle')} description={t('user_manage.traffic_cycle_text')} />
          </Radio.Group>
        </>
      )}
      {name === 'message' && (
        <Textarea
          autosize
          minRows={4}
          maxLength={2000}
          data-autofocus
          {...fieldOf(form, 'text', t('member_page.text'), t('member_page.text_text'))}
        />
      )}
      {hasReason && (
        <TextInput
          maxLength={200}
          {...(['extend', 'plan', 'traffic', 'message'].includes(name) ? {} : { 'data-autofocus': true })}
          {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))}
        />
      )}
      {name !== 'message' && <Checkbox {...flagOf(form, 'tell', t('member_page.tell'))} />}
    </>
  )
}
