import type { ClientRule, Outcome } from '@portico/contract/client-rules-admin'
import { templateFormats } from '@portico/contract/formats'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { countryName } from '../ui/format/country-name.ts'

const NAMES: Readonly<Record<string, string>> = {
  shadowrocket: 'Shadowrocket',
  xray: 'Xray JSON',
  sip008: 'SIP008',
  outline: 'Outline',
  pac: 'PAC',
}

/** How the console says whom a rule is for and what it gives. */
export function useRuleWords() {
  const t = useT()
  const lang = useStore(language)
  const format = (name: string): string => {
    const known = Object.entries(templateFormats).find(([key]) => key === name)?.[1].title
    return known ?? NAMES[name] ?? t('client_rules.links')
  }
  const template = (version: number | null): string | null =>
    version === null ? null : version === 0 ? t('client_rules.built_in') : t('client_rules.version_n', { version })
  const joined = (parts: (string | null | false)[]): string => parts.filter(Boolean).join(t('client_rules.and'))
  return {
    format,
    whom: (rule: ClientRule): string => {
      const { agent_how: how, agent_text: agent, version_from: from, version_below: below } = rule
      const { header, header_how: headerHow, header_text: text, countries, countries_except: except } = rule
      return joined([
        how !== 'any' && t(`client_rules.agent_${how}`, { text: agent }),
        from !== null && t('client_rules.from_n', { version: from }),
        below !== null && t('client_rules.below_n', { version: below }),
        header !== null && t(`client_rules.header_${headerHow}`, { header, text }),
        countries.length > 0 &&
          t(except ? 'client_rules.outside' : 'client_rules.inside', {
            countries: countries.map((one) => countryName(one, lang)).join(', '),
          }),
      ])
    },
    what: ({ answer, format: given, template: version, text, announce }: ClientRule): string =>
      answer === 'profile'
        ? joined([given && format(given), template(version), announce !== '' && t('client_rules.announces', { text: announce })])
        : t(`client_rules.${answer}_says`, { text }),
    outcome: ({ rule, answer, format: given, template: version }: Outcome): string =>
      joined([
        answer === 'profile' ? format(given) : t(`client_rules.${answer}`),
        template(version),
        rule && t('client_rules.by', { rule }),
      ]),
  }
}
