import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import {
  adminCreatePromotion,
  adminListPromotions,
  type AdminPromotion,
  adminUpdatePromotion,
  PromotionInput,
} from '@portico/contract/promotions-admin'
import { call } from '../api/call.ts'
import { useSite, useZone } from '../api/site.ts'
import { DiscountExample } from '../coupons/discount-example.tsx'
import { ValidityFields } from '../coupons/validity-fields.tsx'
import { toValidity, toValidityForm, type ValidityForm } from '../coupons/validity-form.ts'
import { useT } from '../i18n.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { toTranslationsForm, useInLanguages } from '../ui/form/in-languages.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'

interface PromotionForm extends Record<string, unknown>, ValidityForm {
  name: string
  content: string
  translations: ReturnType<typeof toTexts>
  percent: number | string
  new_members_only: boolean
  enabled: boolean
}

/** Creates a promotion or edits one. */
export function PromotionDrawer({ row: promotion, steps, onClose }: EditedRow<AdminPromotion>) {
  const t = useT()
  const zone = useZone()
  const currency = useSite()?.currency ?? 'CNY'
  const toInput = ({ name, content, translations, percent, new_members_only, enabled, ...validity }: PromotionForm): PromotionInput => ({
    name,
    content,
    translations,
    percent: percent === '' ? Number.NaN : Number(percent),
    new_members_only,
    enabled,
    ...toValidity(validity, zone),
  })
  const values: PromotionForm = {
    name: promotion?.name ?? '',
    content: promotion?.content ?? '',
    translations: toTexts(promotion),
    percent: promotion?.percent ?? '',
    new_members_only: promotion?.new_members_only ?? false,
    enabled: promotion?.enabled ?? true,
    ...toValidityForm(promotion, zone),
  }
  const { form, bound } = useSavedForm({
    values,
    toInput,
    check: PromotionInput,
    send: (body: PromotionInput) =>
      promotion ? call(adminUpdatePromotion, { params: { id: promotion.id }, body }) : call(adminCreatePromotion, { body }),
    done: t('state.saved'),
    changes: [adminListPromotions],
    after: onClose,
  })
  const name = useInLanguages(form, 'name', t('promotion_manage.name'))
  const content = useInLanguages(form, 'content', t('promotion_manage.content'))
  return (
    <FormDrawer
      title={promotion ? t('promotion_manage.edit', { name: promotion.name }) : t('promotion_manage.create')}
      {...bound}
      steps={steps}
      draft={`promotion ${promotion?.id ?? 'new'}`}
      onClose={onClose}
    >
      <TextInput required description={t('promotion_manage.name_text')} data-autofocus maxLength={80} {...name} />
      <Textarea description={t('promotion_manage.content_text')} autosize minRows={2} maxRows={8} maxLength={2000} {...content} />
      <NumberInput
        required
        min={1}
        max={100}
        allowDecimal={false}
        suffix="%"
        {...fieldOf(form, 'percent', t('promotion_manage.percent'), t('promotion_manage.percent_text'))}
      />
      <DiscountExample kind="percent" value={Number(form.values.percent)} currency={currency} valid={form.values} />
      <Switch {...flagOf(form, 'new_members_only', t('promotion_manage.newcomers'), t('promotion_manage.newcomers_text'))} />
      <Switch {...flagOf(form, 'enabled', t('coupon_manage.enabled'))} />
      <ValidityFields field={(name) => form.getInputProps(name)} />
    </FormDrawer>
  )
}

function toTexts(promotion: AdminPromotion | null) {
  return toTranslationsForm(promotion?.translations, { name: '', content: '' })
}
