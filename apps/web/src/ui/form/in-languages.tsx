import type { GetInputPropsReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { useT } from '../../i18n.ts'
import { Segments } from '../plain/segments.tsx'
import styles from './in-languages.module.css'

/** Part of a Mantine form used here. */
interface TextForm {
  getInputProps: (path: string) => GetInputPropsReturnType
  errors: Record<string, ReactNode>
}
type Choice = Language | 'default'
const CHOICES: Choice[] = ['default', ...LANGUAGES]

/**
 * Props for a text field with one text for all and, optionally, one per language, chosen by a switch beside the label. `pathOf`: path of a
 * language's text.
 */
export function useInLanguages(form: TextForm, field: string, label: string, pathOf = translationPath) {
  const t = useT()
  const [chosen, setChosen] = useState<Choice>('default')
  const path = (choice: Choice): string => (choice === 'default' ? field : pathOf(field, choice))
  const errorOf = (choice: Choice): ReactNode =>
    form.errors[path(choice)] ?? Object.entries(form.errors).find(([key]) => key.startsWith(`${path(choice)}.`))?.[1]
  // An error is never out of sight.
  const shown = errorOf(chosen) ? chosen : (CHOICES.find((choice) => Boolean(errorOf(choice))) ?? chosen)
  const isEmpty = textOf(form.getInputProps(path(shown)).value) === ''
  const options = CHOICES.map((value) =>
    value === 'default'
      ? { value, label: t('in_languages.default'), title: t('in_languages.default_text') }
      : { value, label: <LanguageName of={value} hasText={textOf(form.getInputProps(path(value)).value) !== ''} /> },
  )
  return {
    label,
    ...form.getInputProps(path(shown)),
    error: errorOf(shown),
    ...(shown === 'default' ? {} : { lang: shown, placeholder: isEmpty ? textOf(form.getInputProps(field).value) : '' }),
    className: styles['field'],
    inputContainer: (input: ReactNode) => (
      <>
        <span className={styles['languages']}>
          <Segments label={t('in_languages.of', { name: label })} value={shown} options={options} onChange={setChosen} />
        </span>
        {input}
        {shown === 'default' && <OwnTexts texts={LANGUAGES.map((one) => [one, textOf(form.getInputProps(path(one)).value)])} />}
      </>
    ),
  }
}

/** Languages that have texts of their own, below the text for all. */
export function OwnTexts({ texts }: { texts: [Language, string][] }) {
  const t = useT()
  const own = texts.filter(([, text]) => text !== '')
  return own.map(([language, text]) => (
    <p key={language} className={styles['own']}>
      {t('in_languages.own', { language: LANGUAGE_NAMES[language], text })}
    </p>
  ))
}

/** A language's own name, with a dot if it has a text. */
export function LanguageName({ of, hasText }: { of: Language; hasText: boolean }) {
  return (
    <span lang={of} {...(hasText && styles['filled'] ? { className: styles['filled'] } : {})}>
      {LANGUAGE_NAMES[of]}
    </span>
  )
}

/** Languages in their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }

const translationPath = (field: string, language: Language): string => `translations.${language}.${field}`

/** Every language with every text, as a form holds them; '' or no entries: none. */
export function toTranslationsForm<Texts extends Record<string, string | string[]>>(
  given: { [L in Language]?: { [F in keyof Texts]?: Texts[F] | undefined } | undefined } | undefined,
  empty: Texts,
): Record<Language, Texts> {
  const textsIn = (language: Language): Texts => ({ ...empty, ...given?.[language] })
  return { en: textsIn('en'), 'zh-CN': textsIn('zh-CN') }
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}
