import { MultiSelect, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import {
  adminCreateClientRule,
  adminListClientRules,
  adminUpdateClientRule,
  type ClientRule,
  ClientRuleInput,
  HEADER_HOWS,
  RULE_HEADERS,
} from '@portico/contract/client-rules-admin'
import { listCountries } from '@portico/contract/codes'
import { FORMATS, TEMPLATE_FORMATS } from '@portico/contract/formats'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { toTranslationsForm, useInLanguages } from '../ui/form/in-languages.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { countryName } from '../ui/format/country-name.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { RuleTrial } from './rule-trial.tsx'
import { useRuleWords } from './rule-words.ts'

type Fields = Omit<ClientRuleInput, 'version_from' | 'version_below' | 'header' | 'format' | 'template' | 'translations'>
interface RuleForm extends Record<string, unknown>, Fields {
  version_from: string
  version_below: string
  header: ClientRuleInput['header'] | ''
  format: ClientRuleInput['format'] | ''
  template: number | string
  translations: ReturnType<typeof toTexts>
}

/** Adds a rule or changes one. `like`: the User-Agent that a new one is for. */
export function RuleDrawer({ row: rule, like, steps, onClose }: EditedRow<ClientRule, string>) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: toValues(rule, like),
    toInput,
    check: ClientRuleInput,
    send: (body: ClientRuleInput) =>
      rule ? call(adminUpdateClientRule, { params: { id: rule.id }, body }) : call(adminCreateClientRule, { body }),
    done: t('state.saved'),
    changes: [adminListClientRules],
    after: onClose,
  })
  return (
    <FormDrawer
      title={rule ? t('client_rules.edit', { name: rule.name }) : t('client_rules.create')}
      {...bound}
      steps={steps}
      draft={`client rule ${rule?.id ?? `new ${like ?? ''}`}`}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={60} {...fieldOf(form, 'name', t('client_rules.name'))} />
      <Whom form={form} />
      <What form={form} />
      <Switch {...flagOf(form, 'enabled', t('client_rules.enabled'), t('client_rules.enabled_text'))} />
      <RuleTrial id={rule?.id ?? null} input={toInput(form.values)} onCheck={() => !form.validate().hasErrors} />
    </FormDrawer>
  )
}

type Form = ReturnType<typeof useSavedForm<RuleForm, ClientRule, ClientRuleInput>>['form']

function Whom({ form }: { form: Form }) {
  const t = useT()
  const lang = useStore(language)
  const { data: countries } = useQuery(get(listCountries, {}))
  const { agent_how: how, header, header_how: headerHow, countries: chosen } = form.values
  const isVersioned = how === 'begins' || how === 'contains'
  const saysText = header !== '' && headerHow !== 'sent' && headerHow !== 'unsent'
  const hows = HEADER_HOWS.filter((one) => header !== 'x-hwid' || one === 'sent' || one === 'unsent')
  const codes = [...new Set([...(countries?.items.map(({ code }) => code) ?? []), ...chosen])]
  return (
    <FormSection title={t('client_rules.for')} text={t('client_rules.for_text')}>
      <FieldRow>
        <NativeSelect
          data={(['any', 'begins', 'contains', 'is'] as const).map((value) => ({ value, label: t(`client_rules.how_${value}`) }))}
          {...fieldOf(form, 'agent_how', t('client_rules.agent'))}
        />
        {how !== 'any' && (
          <TextInput maxLength={100} placeholder="NewApp/" {...fieldOf(form, 'agent_text', t('client_rules.agent_text'))} />
        )}
      </FieldRow>
      {isVersioned && (
        <FieldRow short text={t('client_rules.version_text')}>
          <TextInput placeholder="2.0" {...fieldOf(form, 'version_from', t('client_rules.version_from'))} />
          <TextInput placeholder="3.0" {...fieldOf(form, 'version_below', t('client_rules.version_below'))} />
        </FieldRow>
      )}
      <FieldRow>
        <NativeSelect
          data={[{ value: '', label: t('client_rules.how_any') }, ...RULE_HEADERS]}
          {...fieldOf(form, 'header', t('client_rules.header'))}
        />
        {header !== '' && (
          <NativeSelect
            data={hows.map((value) => ({ value, label: t(`client_rules.how_${value}`) }))}
            {...fieldOf(form, 'header_how', t('client_rules.header_how'))}
          />
        )}
        {saysText && <TextInput maxLength={100} {...fieldOf(form, 'header_text', t('client_rules.header_text'))} />}
      </FieldRow>
      <MultiSelect
        searchable
        clearable
        maxValues={100}
        nothingFoundMessage={t('menu.search_empty')}
        data={codes.map((value) => ({ value, label: countryName(value, lang) })).toSorted((a, b) => a.label.localeCompare(b.label, lang))}
        {...fieldOf(form, 'countries', t('client_rules.countries'))}
      />
      {chosen.length > 0 && <Switch {...flagOf(form, 'countries_except', t('client_rules.except'))} />}
    </FormSection>
  )
}

function What({ form }: { form: Form }) {
  const t = useT()
  const words = useRuleWords()
  const announce = useInLanguages(form, 'announce', t('client_rules.announce'))
  const text = useInLanguages(form, 'text', t('client_rules.says'))
  const { answer, format } = form.values
  const hasTemplate = TEMPLATE_FORMATS.some((one) => one === format)
  return (
    <FormSection title={t('client_rules.gives')}>
      <NativeSelect
        data={(['profile', 'message', 'refusal'] as const).map((value) => ({ value, label: t(`client_rules.answer_${value}`) }))}
        {...fieldOf(form, 'answer', t('client_rules.answer'))}
      />
      {answer === 'profile' ? (
        <>
          <NativeSelect
            data={[{ value: '', label: t('client_rules.own_format') }, ...FORMATS.map((value) => ({ value, label: words.format(value) }))]}
            {...fieldOf(form, 'format', t('client_rules.format'), t('client_rules.format_text'))}
          />
          {hasTemplate && (
            <NumberInput
              min={0}
              allowDecimal={false}
              {...fieldOf(form, 'template', t('client_rules.template'), t('client_rules.template_text'))}
            />
          )}
          <TextInput maxLength={200} description={t('client_rules.announce_text')} {...announce} />
        </>
      ) : (
        <Textarea autosize minRows={2} maxLength={300} required description={t(`client_rules.${answer}_text`)} {...text} />
      )}
    </FormSection>
  )
}

function toInput({ translations, template, ...form }: RuleForm): ClientRuleInput {
  const isProfile = form.answer === 'profile'
  const format = isProfile && form.format !== '' ? form.format : null
  const isTemplated = TEMPLATE_FORMATS.some((one) => one === format)
  const isVersioned = form.agent_how === 'begins' || form.agent_how === 'contains'
  return {
    ...form,
    version_from: isVersioned ? form.version_from || null : null,
    version_below: isVersioned ? form.version_below || null : null,
    header: form.header === '' ? null : form.header,
    format,
    template: template === '' || !isTemplated ? null : Number(template),
    translations,
  }
}

function toValues(rule: ClientRule | null, like: string | undefined): RuleForm {
  return {
    name: rule?.name ?? '',
    enabled: rule?.enabled ?? true,
    agent_how: rule?.agent_how ?? 'begins',
    agent_text: rule?.agent_text ?? beginningOf(like ?? ''),
    version_from: rule?.version_from ?? '',
    version_below: rule?.version_below ?? '',
    header: rule?.header ?? '',
    header_how: rule?.header_how ?? 'sent',
    header_text: rule?.header_text ?? '',
    countries: rule?.countries ?? [],
    countries_except: rule?.countries_except ?? false,
    answer: rule?.answer ?? 'profile',
    format: rule?.format ?? '',
    template: rule?.template ?? '',
    text: rule?.text ?? '',
    announce: rule?.announce ?? '',
    translations: toTexts(rule),
  }
}

/** What comes before the version: "Stash/3.1" begins with "Stash/". */
function beginningOf(userAgent: string): string {
  return userAgent.slice(0, 100).replace(/v?\d.*$/s, '')
}

function toTexts(rule: ClientRule | null) {
  return toTranslationsForm(rule?.translations, { text: '', announce: '' })
}
