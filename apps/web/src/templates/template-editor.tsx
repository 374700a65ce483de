import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  adminCheckTemplate,
  adminListTemplates,
  adminSaveTemplate,
  type TemplateKind,
  type TemplateVersion,
} from '@portico/contract/templates-admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ComponentType, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/confirm.tsx'
import { showToast } from '../toast.ts'
import { PageSection } from '../ui/sections/sectioned.tsx'
import { CodeField } from './code-field.tsx'
import { FaultList } from './fault-list.tsx'
import styles from './templates.module.css'

interface EditorProps<K extends TemplateKind> {
  format: K
  version: number
  stored: string
  Preview: ComponentType<{ format: K; text: string }>
  onSaved: (version: number) => void
}

/** Edits the text of one version. Saving creates the next version. Faults appear while typing. */
export function TemplateEditor<K extends TemplateKind>({ format, version, stored, Preview, onSaved }: EditorProps<K>) {
  const t = useT()
  const [text, setText] = useState(stored)
  const [note, setNote] = useState('')
  const isSaved = useRef(false)
  const [settled] = useDebouncedValue(text, 500)
  const check = useQuery({
    queryKey: [adminCheckTemplate.path, format, settled],
    queryFn: ({ signal }) => call(adminCheckTemplate, { body: { format, text: settled } }, { signal, background: true }),
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: () => call(adminSaveTemplate, { body: { format, text, note } }),
    onSuccess: (saved: TemplateVersion) => {
      showToast({ kind: 'success', message: t('templates.saved', { n: saved.version }) })
      void invalidate(adminListTemplates)
      // The URL changes before the next render, and nothing is lost by that.
      isSaved.current = true
      onSaved(saved.version)
    },
    // The faults are already on the screen.
    onError: (error) => showToast({ kind: 'error', message: error.message }),
  })
  const dirty = text !== stored
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (isSaved.current || isSameText(current, next)) return false
      const question = { title: t('state.unsaved_title'), text: t('state.unsaved_text'), confirm: t('state.discard'), danger: true }
      return !(await confirm(question))
    },
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
  const isSame = !dirty && version !== 0
  const faults = check.data?.faults ?? []
  const marked = new Set(faults.flatMap((fault) => fault.line ?? []))
  return (
    <>
      <PageSection id="text">
        <Card title={version === 0 ? t('templates.built_in') : t('templates.version', { n: version })}>
          <CodeField label={t('templates.text_label')} format={format} value={text} marked={marked} onChange={setText} />
          <div className={styles['verdict']} aria-live="polite">
            {faults.length > 0 ? (
              <FaultList faults={faults} />
            ) : (
              check.data && settled === text && <p className="quiet">{t('templates.no_faults')}</p>
            )}
            {check.isError && <Banner tone="warn">{t('templates.unchecked')}</Banner>}
          </div>
          <form
            className={styles['save']}
            onSubmit={(event) => {
              event.preventDefault()
              save.mutate()
            }}
          >
            <TextInput
              aria-label={t('templates.note')}
              placeholder={t('templates.note')}
              maxLength={200}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            {dirty && (
              <Button variant="default" onClick={() => setText(stored)}>
                {t('state.discard')}
              </Button>
            )}
            <Allowed to="clients.write">
              <Button type="submit" loading={save.isPending} disabled={faults.length > 0 || isSame}>
                {t('templates.save')}
              </Button>
            </Allowed>
          </form>
          {(isSame || faults.length > 0) && <p className="quiet small">{t(isSame ? 'templates.same' : 'templates.faults_first')}</p>}
        </Card>
      </PageSection>
      <PageSection id="preview">
        <Preview format={format} text={text} />
      </PageSection>
    </>
  )
}

/** Whether a navigation stays at the same text, as paging the list does. */
function isSameText(from: { pathname: string; search: object }, to: { pathname: string; search: object }): boolean {
  const key = ({ pathname, search }: typeof from): string => JSON.stringify([pathname, { ...search, page: undefined }])
  return key(from) === key(to)
}
