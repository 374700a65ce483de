import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { loadMessages, t as translate, useT } from '../i18n.ts'
import { Gap } from '../ui/gap.tsx'
import type { PlainForm } from '../ui/plain/plain-form.ts'
import styles from './auth.module.css'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

const Dialog = lazyPart(async () => {
  const [{ FooterDialog }] = await Promise.all([import('../app/layout/footer-dialog.tsx'), loadMessages('footer')])
  return FooterDialog
})

/** The schema of the field. Without terms nothing must be accepted. */
export function termsSchema(hasTerms: boolean) {
  return hasTerms ? z.string().check(z.minLength(1, { error: () => translate('register.terms_needed') })) : z.string()
}

/** Accepts the site's terms, which open over the form. */
export function TermsField({ form }: { form: PlainForm<'terms'> }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const { name, value, error, disabled } = form.field('terms')
  return (
    <div>
      <div className={styles['check']}>
        <input
          id="terms"
          name={name}
          type="checkbox"
          checked={value !== ''}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-note' : undefined}
          onChange={({ target }) => form.set('terms', target.checked ? 'yes' : '')}
        />
        <span>
          <label htmlFor="terms">{t('register.terms')}</label>
          <Gap />
          <button type="button" className="text-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('register.terms_link')}
          </button>
        </span>
      </div>
      {error && (
        <p id="terms-note" className={styles['error']}>
          {error}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <Dialog name="terms tos" onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
