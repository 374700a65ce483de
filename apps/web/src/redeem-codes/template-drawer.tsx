import { ColorInput, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { adminListPlans } from '@portico/contract/plans-admin'
import { RedeemKind } from '@portico/contract/redeem-codes'
import {
  adminCreateRedeemTemplate,
  adminListRedeemTemplates,
  adminUpdateRedeemTemplate,
  type RedeemTemplate,
  RedeemTemplateInput,
} from '@portico/contract/redeem-codes-admin'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { useSave } from '../ui/use-save.ts'
import { type TemplateForm, toTemplateForm, toTemplateInput, valueField } from './template-form.ts'

type Form = UseFormReturnType<TemplateForm>

/** Creates a kind of code or edits one. What it gives is fixed once it has codes. */
export function TemplateDrawer({
  template,
  steps,
  onClose,
}: {
  template: RedeemTemplate | null
  steps?: Steps | undefined
  onClose: () => void
}) {
  const t = useT()
  const site = useSite()
  const currency = template?.currency ?? site?.currency ?? 'CNY'
  const form = useForm<TemplateForm>({
    initialValues: toTemplateForm(template, currency),
    validate: (values) => {
      const { value, ...errors } = schemaErrors(RedeemTemplateInput, toTemplateInput(values, currency))
      return value === undefined ? errors : { ...errors, [valueField(values.kind)]: value }
    },
  })
  const save = useSave({
    form,
    send: (body: RedeemTemplateInput) =>
      template ? call(adminUpdateRedeemTemplate, { params: { id: template.id }, body }) : call(adminCreateRedeemTemplate, { body }),
    done: t('state.saved'),
    changes: [adminListRedeemTemplates],
    after: onClose,
  })
  const fixed = template !== null && template.batches > 0
  return (
    <FormDrawer
      title={template ? t('codes_manage.edit', { name: template.name }) : t('codes_manage.create')}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`redeem template ${template?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toTemplateInput(values, currency)))}
    >
      <TextInput
        label={t('codes_manage.name')}
        description={t('codes_manage.name_text')}
        data-autofocus
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <FormSection title={t('codes_manage.gives')}>
        {fixed && <Banner tone="info">{t('codes_manage.fixed')}</Banner>}
        <Gives form={form} currency={currency} fixed={fixed} />
      </FormSection>
      <FormSection title={t('codes_manage.rules')}>
        <FieldRow>
          <NumberInput
            label={t('codes_manage.per_member')}
            description={t('codes_manage.per_member_text')}
            min={1}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps('max_per_member')}
          />
          <ColorInput
            label={t('codes_manage.colour')}
            description={t('codes_manage.colour_text')}
            format="hex"
            {...form.getInputProps('colour')}
          />
        </FieldRow>
        <Switch
          label={t('codes_manage.new_only')}
          description={t('codes_manage.new_only_text')}
          {...form.getInputProps('new_members_only', { type: 'checkbox' })}
        />
        <Switch
          label={t('codes_manage.enabled')}
          description={t('codes_manage.enabled_text')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </FormSection>
    </FormDrawer>
  )
}

function Gives({ form, currency, fixed }: { form: Form; currency: string; fixed: boolean }) {
  const t = useT()
  const { kind, for_good } = form.values
  return (
    <>
      <Select
        label={t('codes_manage.kind')}
        description={t(`codes_manage.kind_${kind}`)}
        allowDeselect={false}
        disabled={fixed}
        data={RedeemKind.options.map((value) => ({ value, label: t(`redeem_kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'plan' && <PlanChoice form={form} fixed={fixed} />}
      {kind === 'balance' && (
        <MoneyInput label={t('codes_manage.amount')} disabled={fixed} currency={currency} {...form.getInputProps('amount')} />
      )}
      {kind === 'traffic' && (
        <NumberInput
          label={t('codes_manage.traffic')}
          min={0}
          decimalScale={6}
          suffix=" GB"
          disabled={fixed}
          {...form.getInputProps('gigabytes')}
        />
      )}
      {(kind === 'days' || (kind === 'plan' && !for_good)) && (
        <NumberInput
          label={t('codes_manage.days')}
          min={1}
          max={3650}
          allowDecimal={false}
          disabled={fixed}
          {...form.getInputProps('days')}
        />
      )}
    </>
  )
}

function PlanChoice({ form, fixed }: { form: Form; fixed: boolean }) {
  const t = useT()
  const plans = useQuery(get(adminListPlans, {}))
  const choices = (plans.data?.items ?? []).map((plan) => ({ value: String(plan.id), label: plan.shown_name }))
  return (
    <>
      <Select
        label={t('codes_manage.plan')}
        placeholder={t('form.choose')}
        data={choices}
        searchable
        disabled={fixed}
        nothingFoundMessage={t('menu.search_empty')}
        {...form.getInputProps('plan_id')}
      />
      <Switch
        label={t('codes_manage.for_good')}
        description={t('codes_manage.for_good_text')}
        disabled={fixed}
        {...form.getInputProps('for_good', { type: 'checkbox' })}
      />
    </>
  )
}
