import { NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { adminListGroups } from '@portico/contract/groups-admin'
import { type Period, PERIODS } from '@portico/contract/periods'
import { limitNames, LIMITS } from '@portico/contract/plan-limits'
import {
  adminCreatePlan,
  adminListPlans,
  type AdminPlan,
  adminPlanRenewals,
  adminUpdatePlan,
  PlanInput,
} from '@portico/contract/plans-admin'
import { ResetMode } from '@portico/contract/reset-mode'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useSite, useZone } from '../api/site.ts'
import { useGroupChoices } from '../groups/use-group-choices.ts'
import { language, useT } from '../i18n.ts'
import { valueText } from '../settings/setting-text.ts'
import { useStore } from '../store.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { MoreFields } from '../ui/form/more-fields.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { PlanEffect } from './changes/plan-effect.tsx'
import { PriceChange } from './changes/price-change.tsx'
import { limitTexts } from './limit-texts.ts'
import { followsFrom, lacksPrice, namedAnew, type PlanForm, toPlanChange, toPlanForm, toPlanInput } from './plan-form.ts'

const GroupDrawer = lazyDrawer(async () => (await import('../groups/group-drawer.tsx')).GroupDrawer)

type Form = UseFormReturnType<PlanForm>
const USUAL: ReadonlySet<Period> = new Set(['month_price', 'quarter_price', 'year_price'])

/** A new one may be a copy. `names`: of all plans. */
interface DrawerProps extends EditedRow<AdminPlan, AdminPlan> {
  names?: readonly string[]
}

/** Creates a plan or edits one. An edit sends only the changed fields. */
export function PlanDrawer({ row: plan, like, names = [], steps, onClose }: DrawerProps) {
  const t = useT()
  const site = useSite()
  const zone = useZone()
  const [makingGroup, setMakingGroup] = useState(false)
  const currency = (plan ?? like)?.currency ?? site?.currency ?? 'CNY'
  const { form, bound } = useSavedForm({
    values: like ? { ...toPlanForm(like, currency), ...namedAnew(like, names) } : toPlanForm(plan, currency),
    check: (values) => ({
      ...schemaErrors(PlanInput, toPlanInput(values, currency)),
      ...(values.group_id === null ? { group_id: t('validation.required') } : {}),
      ...(values.renewals === 'follow' && values.renewals_from === null ? { renewals_from: t('validation.required') } : {}),
    }),
    send: (values: PlanForm) =>
      plan
        ? call(adminUpdatePlan, { params: { id: plan.id }, body: toPlanChange(plan, values, currency, zone) })
        : call(adminCreatePlan, { body: toPlanInput(values, currency) }),
    done: t('state.saved'),
    changes: [adminListPlans, adminListGroups, adminPlanRenewals],
    after: onClose,
  })
  return (
    <>
      <FormDrawer
        title={plan ? t('plan_manage.edit', { name: plan.shown_name }) : t('plan_manage.create')}
        {...bound}
        steps={steps}
        draft={`plan ${plan?.id ?? (like ? `like ${like.id}` : 'new')}`}
        effect={
          plan && <PlanEffect plan={plan} input={toPlanInput(form.values, currency)} from={followsFrom(form.values)} currency={currency} />
        }
        onClose={onClose}
      >
        <Description form={form} onNewGroup={() => setMakingGroup(true)} />
        <FormSection title={t('plan_manage.prices')} text={t('plan_manage.prices_text', { currency })}>
          <Prices form={form} plan={plan ?? like ?? null} currency={currency} />
          {form.isDirty() && lacksPrice(form.values) && <p className="caution">{t('plan_manage.no_price_text')}</p>}
        </FormSection>
        {plan && <PriceChange form={form} planId={plan.id} prices={toPlanInput(form.values, currency)} currency={currency} />}
        <Limits form={form} currency={currency} />
        <Card form={form} />
        <FormSection title={t('plan_manage.sale')}>
          <Switch {...flagOf(form, 'show', t('plan_manage.show'), t('plan_manage.show_text'))} />
          <Switch {...flagOf(form, 'sell', t('plan_manage.sell'), t('plan_manage.sell_text'))} />
          <Switch {...flagOf(form, 'renew', t('plan_manage.renew'), t('plan_manage.renew_text'))} />
        </FormSection>
      </FormDrawer>
      {makingGroup && (
        <GroupDrawer row={null} onSaved={({ id }) => form.setFieldValue('group_id', String(id))} onClose={() => setMakingGroup(false)} />
      )}
    </>
  )
}

/** The usual periods and those that the plan is sold for; the others unfold. */
function Prices({ form, plan, currency }: { form: Form; plan: AdminPlan | null; currency: string }) {
  const t = useT()
  const usual = PERIODS.filter((period) => USUAL.has(period) || (plan !== null && plan[period] !== null))
  const others = PERIODS.filter((period) => !usual.includes(period))
  const row = (periods: Period[]) => (
    <FieldRow short>
      {periods.map((period) => (
        <Price key={period} form={form} period={period} currency={currency} />
      ))}
    </FieldRow>
  )
  return (
    <>
      {row(usual)}
      {others.length > 0 && (
        <MoreFields title={t('plan_manage.more_periods')} isFilled={false} errors={form.errors} of={others}>
          {row(others)}
        </MoreFields>
      )}
    </>
  )
}

/** One period's price: empty if it is not sold. */
function Price({ form, period, currency }: { form: Form; period: Period; currency: string }) {
  const t = useT()
  return <MoneyInput placeholder={t('plan_manage.not_sold')} currency={currency} {...fieldOf(form, period, t(`period.${period}`))} />
}

function Description({ form, onNewGroup }: { form: Form; onNewGroup: () => void }) {
  const t = useT()
  const choices = useGroupChoices(form, (values, only) => (values.group_id === null ? { group_id: only } : null))
  const none = choices?.length === 0
  const name = useInLanguages(form, 'name', t('plan_manage.name'))
  return (
    <>
      <TextInput required data-autofocus maxLength={80} {...name} />
      <FieldRow>
        <NumberInput
          min={0}
          decimalScale={6}
          suffix=" GB"
          thousandSeparator
          {...fieldOf(form, 'transfer_enable', t('plan_manage.traffic'))}
        />
        <Select
          required
          allowDeselect={false}
          label={t('plan_manage.group')}
          placeholder={t('form.choose')}
          description={
            <>
              {t(none ? 'plan_manage.group_none' : 'plan_manage.group_text')}{' '}
              <TextButton onClick={onNewGroup}>{t('groups.create')}</TextButton>
            </>
          }
          data={choices ?? []}
          searchable
          nothingFoundMessage={t('menu.search_empty')}
          {...form.getInputProps('group_id')}
        />
      </FieldRow>
    </>
  )
}

/** What buyers read on the plan's card. */
function Card({ form }: { form: Form }) {
  const t = useT()
  const content = useInLanguages(form, 'content', t('plan_manage.content'))
  const tags = useInLanguages(form, 'tags', t('plan_manage.tags'))
  return (
    <FormSection title={t('plan_manage.card')}>
      <Textarea description={t('plan_manage.content_text')} autosize minRows={3} maxRows={10} {...content} />
      <TagsInput description={t('plan_manage.tags_text')} maxTags={8} {...tags} />
    </FormSection>
  )
}

function Limits({ form, currency }: { form: Form; currency: string }) {
  const t = useT()
  const unlimited = t('plan_manage.unlimited')
  return (
    <FormSection title={t('plan_manage.limits')} text={t('plan_manage.limits_text')}>
      <FieldRow>
        <TrafficReset form={form} currency={currency} />
        {limitNames.map((limit) => (
          <NumberInput
            key={limit}
            placeholder={unlimited}
            min={1}
            allowDecimal={false}
            suffix={LIMITS[limit].unit}
            thousandSeparator
            {...fieldOf(form, limit, t(limitTexts.entered[limit]))}
          />
        ))}
        <NumberInput
          placeholder={unlimited}
          min={0}
          allowDecimal={false}
          {...fieldOf(form, 'capacity_limit', t('plan_manage.capacity'), t('plan_manage.capacity_text'))}
        />
      </FieldRow>
    </FormSection>
  )
}

/** Chooses when traffic is reset, with the site's own choice first. */
function TrafficReset({ form, currency }: { form: Form; currency: string }) {
  const t = useT()
  const lang = useStore(language)
  const data = [
    { value: '', label: t('plan_manage.reset_mode_site') },
    ...ResetMode.options.map((value) => ({ value, label: valueText('subscription.reset_mode', value, currency, lang) })),
  ]
  return (
    <Select
      allowDeselect={false}
      data={data}
      {...fieldOf(form, 'reset_mode', t('plan_manage.reset_mode'), t('plan_manage.reset_mode_text'))}
    />
  )
}
