import { NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CouponKind } from '@portico/contract/coupons'
import { MAX_COUPON_BATCH } from '@portico/contract/coupons-admin'
import { useT } from '../i18n.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { Unit } from '../ui/form/unit.tsx'
import { type CouponForm, placesOf } from './coupon-form.ts'
import { DiscountExample } from './discount-example.tsx'
import { ValidityFields } from './validity-fields.tsx'

interface FieldsProps {
  form: UseFormReturnType<CouponForm>
  mode: 'new' | 'edit' | 'batch'
  currency: string
}

/** The coupon's name and code, its discount, how often it can be used, and where. */
export function CouponFields({ form, mode, currency }: FieldsProps) {
  const t = useT()
  const limit = { min: 1, max: 1_000_000, allowDecimal: false, placeholder: t('coupon_manage.unlimited') } as const
  return (
    <>
      <TextInput required data-autofocus maxLength={80} {...fieldOf(form, 'name', t('coupon_manage.name'), t('coupon_manage.name_text'))} />
      {mode === 'batch' ? (
        <FieldRow>
          <NumberInput
            required
            min={1}
            max={MAX_COUPON_BATCH}
            allowDecimal={false}
            {...fieldOf(form, 'count', t('coupon_manage.count'), t('coupon_manage.count_text', { n: MAX_COUPON_BATCH }))}
          />
          <TextInput maxLength={16} {...fieldOf(form, 'prefix', t('coupon_manage.prefix'), t('coupon_manage.prefix_text'))} />
        </FieldRow>
      ) : (
        <TextInput
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...fieldOf(
            form,
            'code',
            t('coupon_manage.code'),
            t(mode === 'new' ? 'coupon_manage.code_text' : 'coupon_manage.code_edit_text'),
          )}
        />
      )}
      <FormSection title={t('coupon_manage.discount')}>
        <SegmentedControl
          aria-label={t('coupon_manage.kind')}
          data={CouponKind.options.map((value) => ({ value, label: t(`coupon_manage.kind_${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <TextInput
          required
          inputMode="decimal"
          rightSection={<Unit>{form.values.kind === 'amount' ? currency : '%'}</Unit>}
          rightSectionWidth={form.values.kind === 'amount' ? 56 : 36}
          {...fieldOf(form, 'value', t(`coupon_manage.value_${form.values.kind}`), t(`coupon_manage.value_${form.values.kind}_text`))}
        />
        <DiscountExample
          kind={form.values.kind}
          value={parseFixed(form.values.value, placesOf(form.values.kind, currency))}
          currency={currency}
          valid={form.values}
        />
      </FormSection>
      <FormSection title={t('coupon_manage.limits')}>
        <FieldRow>
          <NumberInput
            {...limit}
            {...fieldOf(form, 'limit_use', t(mode === 'batch' ? 'coupon_manage.limit_each' : 'coupon_manage.limit_use'))}
          />
          <NumberInput {...limit} {...fieldOf(form, 'limit_per_member', t('coupon_manage.limit_per_member'))} />
        </FieldRow>
        <Switch {...flagOf(form, 'new_members_only', t('coupon_manage.new_only'), t('coupon_manage.new_only_text'))} />
      </FormSection>
      <ValidityFields field={(name) => form.getInputProps(name)} />
    </>
  )
}
