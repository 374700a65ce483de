import { ColorInput, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
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
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { type TemplateForm, toTemplateForm, toTemplateInput, valueField } from './template-form.ts'

type Form = UseFormReturnType<TemplateForm>

/** Creates a kind of code or edits one. What it gives is fixed once it has codes. */
export function TemplateDrawer({ row: template, steps, onClose }: EditedRow<RedeemTemplate, unknown>) {
  const t = useT()
  const site = useSite()
  const currency = template?.currency ?? site?.currency ?? 'CNY'
  const { form, bound } = useSavedForm({
    values: toTemplateForm(template, currency),
    toInput: (values) => toTemplateInput(values, currency),
    check: (values, input) => {
      const { value, ...errors } = schemaErrors(RedeemTemplateInput, input)
      return value === undefined ? errors : { ...errors, [valueField(values.kind)]: value }
    },
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
      {...bound}
      steps={steps}
      draft={`redeem template ${template?.id ?? 'new'}`}
      onClose={onClose}
    >
      <TextInput data-autofocus maxLength={80} {...fieldOf(form, 'name', t('codes_manage.name'), t('codes_manage.name_text'))} />
      <FormSection title={t('codes_manage.gives')}>
        {fixed && <Banner tone="info">{t('codes_manage.fixed')}</Banner>}
        <Gives form={form} currency={currency} fixed={fixed} />
      </FormSection>
      <FormSection title={t('codes_manage.rules')}>
        <FieldRow>
          <NumberInput
            min={1}
            max={1000}
            allowDecimal={false}
            {...fieldOf(form, 'max_per_member', t('codes_manage.per_member'), t('codes_manage.per_member_text'))}
          />
          <ColorInput format="hex" {...fieldOf(form, 'colour', t('codes_manage.colour'), t('codes_manage.colour_text'))} />
        </FieldRow>
        <Switch {...flagOf(form, 'new_members_only', t('codes_manage.new_only'), t('codes_manage.new_only_text'))} />
        <Switch {...flagOf(form, 'enabled', t('codes_manage.enabled'), t('codes_manage.enabled_text'))} />
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
        allowDeselect={false}
        disabled={fixed}
        data={RedeemKind.options.map((value) => ({ value, label: t(`redeem_kind.${value}`) }))}
        {...fieldOf(form, 'kind', t('codes_manage.kind'), t(`codes_manage.kind_${kind}`))}
      />
      {kind === 'plan' && <PlanChoice form={form} fixed={fixed} />}
      {kind === 'balance' && <MoneyInput disabled={fixed} currency={currency} {...fieldOf(form, 'amount', t('codes_manage.amount'))} />}
      {kind === 'traffic' && (
        <NumberInput min={0} decimalScale={6} suffix=" GB" disabled={fixed} {...fieldOf(form, 'gigabytes', t('codes_manage.traffic'))} />
      )}
      {(kind === 'days' || (kind === 'plan' && !for_good)) && (
        <NumberInput min={1} max={3650} allowDecimal={false} disabled={fixed} {...fieldOf(form, 'days', t('codes_manage.days'))} />
      )}
      {kind === 'plan' && !for_good && <Switch disabled={fixed} {...flagOf(form, 'waits', t('wait_days.switch'), t('wait_days.text'))} />}
      {kind === 'plan' && !for_good && form.values.waits && (
        <NumberInput
          min={1}
          max={3650}
          allowDecimal={false}
          disabled={fixed}
          {...fieldOf(form, 'wait_days', t('wait_days.most'), t('codes_manage.wait_text'))}
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
        placeholder={t('form.choose')}
        data={choices}
        searchable
        disabled={fixed}
        nothingFoundMessage={t('menu.search_empty')}
        {...fieldOf(form, 'plan_id', t('codes_manage.plan'))}
      />
      <Switch disabled={fixed} {...flagOf(form, 'for_good', t('codes_manage.for_good'), t('codes_manage.for_good_text'))} />
    </>
  )
}
