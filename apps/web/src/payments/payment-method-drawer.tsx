import { Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { toDecimal } from '@portico/contract/money'
import {
  adminCreatePaymentMethod,
  adminListPaymentMethods,
  adminUpdatePaymentMethod,
  type Driver,
  type PaymentMethod,
  PaymentMethodInput,
} from '@portico/contract/payments-admin'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { t as translate, useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { changedFields } from '../ui/form/changed-fields.ts'
import { CurrencySelect } from '../ui/form/currency-select.tsx'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { MoneyInput } from '../ui/form/money-input.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { Unit } from '../ui/form/unit.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { DriverFields } from './driver-fields.tsx'
import { methodName } from './method-name.ts'
import { type DriverForm, type MethodForm, toMethodForm, toMethodInput } from './payment-method-form.ts'
import styles from './payment-methods.module.css'

interface DrawerProps extends EditedRow<PaymentMethod> {
  drivers: DriverForm[]
  /** Names of all methods, which a new one must not repeat. */
  taken: string[]
}

/** Creates a payment method or edits one. An existing method keeps its driver. */
export function PaymentMethodDrawer({ row: method, drivers, taken, steps, onClose }: DrawerProps) {
  const t = useT()
  const site = useSite()?.currency ?? 'CNY'
  // A transfer confirmed by hand needs no account anywhere.
  const first = drivers.find(({ driver }) => driver === (method?.driver ?? 'manual')) ?? { driver: 'manual', fields: [] }
  const fresh = (driver: DriverForm): MethodForm => {
    const values = toMethodForm(null, driver, site)
    return taken.some((name) => methodName(name) === values.name) ? { ...values, name: '' } : values
  }
  const { form, bound } = useSavedForm({
    values: method ? toMethodForm(method, first, site) : fresh(first),
    toInput: (values) => toMethodInput(values, site),
    check: (values, input) => ({ ...schemaErrors(PaymentMethodInput, input), ...rateError(values, site) }),
    send: (input: PaymentMethodInput) => {
      if (!method) return call(adminCreatePaymentMethod, { body: input })
      const { driver: _, ...change } = changedFields(toMethodInput(toMethodForm(method, first, site), site), input)
      return call(adminUpdatePaymentMethod, { params: { id: method.id }, body: change })
    },
    done: t('state.saved'),
    changes: [adminListPaymentMethods],
    after: onClose,
  })
  const chosen = drivers.find(({ driver }) => driver === form.values.driver) ?? first
  const choose = (driver: Driver | null): void => {
    const next = drivers.find((each) => each.driver === driver)
    if (!next) return
    const { name, config, currency } = fresh(next)
    const untouched = form.values.name === '' || form.values.name === fresh(chosen).name
    form.setValues({
      driver: next.driver,
      config,
      currency,
      exchange_rate: '',
      underpaid_tolerance: toDecimal(0, currency),
      ...(untouched && { name }),
    })
    form.clearErrors()
  }
  const name = useInLanguages(form, 'name', t('pay_method.name'))
  const gateway = chosen.driver !== 'balance' && chosen.driver !== 'manual'
  return (
    <FormDrawer
      title={method ? t('pay_method.edit', { name: methodName(method.name) }) : t('pay_method.create')}
      {...bound}
      steps={steps}
      draft={`payment method ${method?.id ?? 'new'}`}
      onClose={onClose}
    >
      <Select
        label={t('pay_method.driver')}
        description={t(`pay_method.driver_${chosen.driver}_text`)}
        data={drivers.map(({ driver }) => ({ value: driver, label: t(`pay_method.driver_${driver}`) }))}
        value={form.values.driver}
        allowDeselect={false}
        disabled={method !== null}
        onChange={choose}
      />
      <TextInput required description={t('pay_method.name_text')} data-autofocus maxLength={60} {...name} />
      <DriverFields form={form} driver={chosen} secretsSet={method?.secrets_set ?? []} />
      <Money form={form} site={site} />
      <FormSection title={t('pay_method.more')}>
        {gateway && (
          <TextInput
            placeholder="https://pay.example.com"
            type="url"
            {...fieldOf(form, 'notify_origin', t('pay_method.notify_origin'), t('pay_method.notify_origin_text'))}
          />
        )}
        {gateway && method && <NotifyAddress url={method.notify_url} />}
        <TextInput placeholder="https://" type="url" {...fieldOf(form, 'icon', t('pay_method.icon'), t('pay_method.icon_text'))} />
        <Switch {...flagOf(form, 'enabled', t('pay_method.enabled'), t('pay_method.enabled_text'))} />
      </FormSection>
    </FormDrawer>
  )
}

// The contract allows a missing rate, but without one the method cannot charge anything.
function rateError(form: MethodForm, site: string): Record<string, string> {
  const needed = form.driver !== 'balance' && form.currency !== site && form.exchange_rate.trim() === ''
  return needed ? { exchange_rate: translate('validation.required') } : {}
}

function Money({ form, site }: { form: UseFormReturnType<MethodForm>; site: string }) {
  const t = useT()
  const { currency, driver } = form.values
  const tolerance = (
    <MoneyInput
      currency={currency}
      {...fieldOf(form, 'underpaid_tolerance', t('pay_method.underpaid_tolerance'), t('pay_method.underpaid_tolerance_text'))}
    />
  )
  return (
    <FormSection title={t('pay_method.money')}>
      <FieldRow>
        <TextInput
          inputMode="decimal"
          rightSection={<Unit>%</Unit>}
          {...fieldOf(form, 'fee_percent', t('pay_method.fee_percent'), t('pay_method.fee_percent_text'))}
        />
        <MoneyInput currency={site} {...fieldOf(form, 'fee_fixed', t('pay_method.fee_fixed'), t('pay_method.fee_fixed_text'))} />
      </FieldRow>
      {driver !== 'balance' && (
        <FieldRow>
          <CurrencySelect {...fieldOf(form, 'currency', t('pay_method.currency'), t('pay_method.currency_text'))} />
          {currency === site ? (
            tolerance
          ) : (
            <MoneyInput
              required
              currency={currency}
              {...fieldOf(form, 'exchange_rate', t('pay_method.rate', { site, currency }), t('pay_method.rate_text', { site, currency }))}
            />
          )}
        </FieldRow>
      )}
      {driver !== 'balance' && currency !== site && tolerance}
    </FormSection>
  )
}

function NotifyAddress({ url }: { url: string }) {
  const t = useT()
  return (
    <div>
      <p className={styles['label']}>{t('pay_method.notify_url')}</p>
      <div className={styles['address']}>
        <code>{url}</code>
        <CopyButton text={url} />
      </div>
    </div>
  )
}
