import { NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CouponKind } from '@portico/contract/coupons'
import { MAX_COUPON_BATCH } from '@portico/contract/coupons-admin'
import { useT } from '../i18n.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { Unit } from '../ui/form/unit.tsx'
import type { CouponForm } from './coupon-form.ts'
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
      <TextInput
        required
        label={t('coupon_manage.name')}
        description={t('coupon_manage.name_text')}
        data-autofocus
        maxLength={80}
        {...form.getInputProps('name')}
      />
      {mode === 'batch' ? (
        <FieldRow>
          <NumberInput
            required
            label={t('coupon_manage.count')}
            description={t('coupon_manage.count_text', { n: MAX_COUPON_BATCH })}
            min={1}
            max={MAX_COUPON_BATCH}
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
          <TextInput
            label={t('coupon_manage.prefix')}
            description={t('coupon_manage.prefix_text')}
            maxLength={16}
            {...form.getInputProps('prefix')}
          />
        </FieldRow>
      ) : (
        <TextInput
          label={t('coupon_manage.code')}
          description={t(mode === 'new' ? 'coupon_manage.code_text' : 'coupon_manage.code_edit_text')}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('code')}
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
          label={t(`coupon_manage.value_${form.values.kind}`)}
          description={t(`coupon_manage.value_${form.values.kind}_text`)}
          inputMode="decimal"
          rightSection={<Unit>{form.values.kind === 'amount' ? currency : '%'}</Unit>}
          rightSectionWidth={form.values.kind === 'amount' ? 56 : 36}
          {...form.getInputProps('value')}
        />
      </FormSection>
      <FormSection title={t('coupon_manage.limits')}>
        <FieldRow>
          <NumberInput
            label={t(mode === 'batch' ? 'coupon_manage.limit_each' : 'coupon_manage.limit_use')}
            {...limit}
            {...form.getInputProps('limit_use')}
          />
          <NumberInput label={t('coupon_manage.limit_per_member')} {...limit} {...form.getInputProps('limit_per_member')} />
        </FieldRow>
        <Switch
          label={t('coupon_manage.new_only')}
          description={t('coupon_manage.new_only_text')}
          {...form.getInputProps('new_members_only', { type: 'checkbox' })}
        />
      </FormSection>
      <ValidityFields field={(name) => form.getInputProps(name)} />
    </>
  )
}
