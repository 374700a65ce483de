import { SegmentedControl } from '@mantine/core'
import { templateFormats } from '@portico/contract/formats'
import { adminGetTemplate, adminListTemplates, type TemplateKind } from '@portico/contract/templates-admin'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import * as z from 'zod/mini'
import { get, list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { choice, text, usePageSearch } from '../ui/page-search.ts'
import { PageSection, Sectioned } from '../ui/sections/sectioned.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateVersions } from './template-versions.tsx'
import styles from './templates.module.css'

const titles: Partial<Record<TemplateKind, { title: string }>> = templateFormats

interface ScreenProps<K extends TemplateKind> {
  /** Formats; of several, the URL names one. */
  formats: readonly [K, ...K[]]
  /** Preview of the current text. */
  Preview: ComponentType<{ format: K; text: string }>
  /** Own section at the end. */
  extra?: { title: string; card: ReactNode }
}

/** Texts of one or more kinds: each has an editor, its preview below, and every version stored. */
export function TemplatesScreen<K extends TemplateKind>({ formats, Preview, extra }: ScreenProps<K>) {
  const t = useT()
  const [search, change] = usePageSearch(z.object({ format: choice(formats), version: text }))
  const format = search.format ?? formats[0]
  const versions = useQuery(list(adminListTemplates, { query: { format, page: 1 } }))
  // If the URL names no version: the one that most members get, else the built-in layout.
  const live = versions.data?.items.find((row) => row.state === 'active' && row.rollout_percent === 100)?.version ?? 0
  const asked = /^\d{1,6}$/.test(search.version ?? '') ? Number(search.version) : live
  const stored = useQuery({ ...get(adminGetTemplate, { query: { format, version: asked } }), enabled: Boolean(versions.data) })
  const error = versions.error ?? stored.error
  const sections = [
    { id: 'text', title: t('templates.text_label') },
    { id: 'preview', title: t('templates.preview') },
    { id: 'versions', title: t('templates.versions') },
    ...(extra ? [{ id: 'extra', title: extra.title }] : []),
  ]
  return (
    <>
      {formats.length > 1 && (
        <SegmentedControl
          className={styles['formats'] ?? ''}
          aria-label={t('templates.format')}
          data={formats.map((value) => ({ value, label: titles[value]?.title ?? value }))}
          value={format}
          onChange={(next) => change({ format: next, version: undefined })}
        />
      )}
      <Sectioned label={t('templates.sections')} sections={sections} wide>
        {error && !stored.data && (
          <ErrorState error={error} onRetry={() => Promise.all([versions.refetch(), versions.data && stored.refetch()])} />
        )}
        {!error && !stored.data && <PageLoading />}
        {stored.data && (
          <TemplateEditor
            key={`${format} ${stored.data.version}`}
            format={format}
            version={stored.data.version}
            stored={stored.data.text}
            Preview={Preview}
            onSaved={(version) => change({ version: String(version) })}
          />
        )}
        <PageSection id="versions">
          <TemplateVersions format={format} onOpen={(version) => change({ version: String(version) })} />
        </PageSection>
        {extra && <PageSection id="extra">{extra.card}</PageSection>}
      </Sectioned>
    </>
  )
}
