import { Checkbox, NumberInput, Radio, Textarea, TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import type { ActFormApi, ActName } from './acts.ts'

interface Props {
  name: ActName
  form: ActFormApi
  /** false: a message to one member, which needs no reason. */
  hasReason: boolean
}

/** The fields of one act: how much, why, and whether the member is told. */
export function ActFields({ name, form, hasReason }: Props) {
  const t = useT()
  return (
    <>
      {name === 'extend' && (
        <NumberInput label={t('member_page.days')} min={1} max={3650} allowDecimal={false} data-autofocus {...form.getInputProps('days')} />
      )}
      {name === 'traffic' && (
        <>
          <NumberInput
            label={t('user_manage.traffic_amount')}
            min={0}
            decimalScale={3}
            suffix=" GB"
            data-autofocus
            {...form.getInputProps('bytes')}
          />
          <Radio.Group label={t('user_manage.traffic_lasts')} {...form.getInputProps('lasts')}>
            <Radio mt="xs" value="keeps" label={t('user_manage.traffic_keeps')} description={t('user_manage.traffic_keeps_text')} />
            <Radio mt="xs" value="cycle" label={t('user_manage.traffic_cycle')} description={t('user_manage.traffic_cycle_text')} />
          </Radio.Group>
        </>
      )}
      {name === 'message' && (
        <Textarea
          label={t('member_page.text')}
          description={t('member_page.text_text')}
          autosize
          minRows={4}
          maxLength={2000}
          data-autofocus
          {...form.getInputProps('text')}
        />
      )}
      {hasReason && (
        <TextInput
          label={t('user_manage.reason')}
          description={t('member_page.reason_text')}
          maxLength={200}
          {...(['extend', 'traffic', 'message'].includes(name) ? {} : { 'data-autofocus': true })}
          {...form.getInputProps('reason')}
        />
      )}
      {name !== 'message' && <Checkbox label={t('member_page.tell')} {...form.getInputProps('tell', { type: 'checkbox' })} />}
    </>
  )
}
