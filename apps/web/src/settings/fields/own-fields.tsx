import type { SettingKey } from '@portico/contract/settings/registry'
import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import type { OwnFieldProps } from './own-field.ts'

// Loaded with the group that they belong to.
const ChannelsField = lazyPart(async () => (await import('./channels-field.tsx')).ChannelsField)
const ColourField = lazyPart(async () => (await import('./colour-field.tsx')).ColourField)
const CurrencyField = lazyPart(async () => (await import('./choice-fields.tsx')).CurrencyField)
const DaysField = lazyPart(async () => (await import('./tags-fields.tsx')).DaysField)
const HeaderField = lazyPart(async () => (await import('./header-field.tsx')).HeaderField)
const PercentField = lazyPart(async () => (await import('./number-fields.tsx')).PercentField)
const PlanField = lazyPart(async () => (await import('./choice-fields.tsx')).PlanField)
const SharesField = lazyPart(async () => (await import('./number-fields.tsx')).SharesField)
const ThresholdsField = lazyPart(async () => (await import('./tags-fields.tsx')).ThresholdsField)
const TiersField = lazyPart(async () => (await import('./tiers-field.tsx')).TiersField)
const ZoneField = lazyPart(async () => (await import('./choice-fields.tsx')).ZoneField)

/** Custom fields for settings that the registry's description is not enough for. */
export const ownFields: Partial<Record<SettingKey, ComponentType<OwnFieldProps>>> = {
  'site.currency': CurrencyField,
  'site.timezone': ZoneField,
  'brand.colour': ColourField,
  'topup.tiers': TiersField,
  'invoice.tax_rate': PercentField,
  'account.trial_plan': PlanField,
  'commission.shares': SharesField,
  'usage.alert_thresholds': ThresholdsField,
  'subscription.expiry_notice_days': DaysField,
  'service.channels': ChannelsField,
  'header.items': HeaderField,
}
