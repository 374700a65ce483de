import { Modal, SegmentedControl, Select } from '@mantine/core'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { adminPreviewArticle, type ArticleContent } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useMay } from '../../../api/may.ts'
import { useT } from '../../../i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { Prose } from '../../../ui/prose/prose.tsx'
import styles from '../editor.module.css'
import { useNamed } from '../use-audience-name.ts'

/** How a reader would see what is on the desk. Placeholders hold examples. */
export function PreviewDialog({ content, language, onClose }: { content: ArticleContent; language: Language; onClose: () => void }) {
  const t = useT()
  const name = useId()
  const [reader, setReader] = useState('visitor')
  const [lang, setLang] = useState(language)
  const [width, setWidth] = useState<'wide' | 'phone'>('wide')
  const plans = useNamed('plans')
  const mayName = useMay()('plans.read')
  const body = { content, language: lang, ...toReader(reader) }
  const { data, error, refetch } = useQuery({
    queryKey: [adminPreviewArticle.path, name, reader, lang],
    queryFn: () => call(adminPreviewArticle, { body }, { background: true }),
    gcTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={900}
      title={<strong>{t('editor.preview')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['controls']}>
        <Select
          label={t('editor.reader')}
          allowDeselect={false}
          value={reader}
          data={[
            { value: 'visitor', label: t('editor.reader_visitor') },
            { value: 'member', label: t('editor.reader_member') },
            ...(mayName ? [] : [{ value: 'subscriber', label: t('editor.reader_subscriber') }]),
            ...plans.map((plan) => ({ value: String(plan.id), label: t('editor.reader_plan', { name: plan.name }) })),
          ]}
          onChange={(next) => next && setReader(next)}
        />
        <SegmentedControl
          aria-label={t('editor.language')}
          data={LANGUAGES.map((value) => ({ value, label: t(`editor.language_${value}`) }))}
          value={lang}
          onChange={setLang}
        />
        <SegmentedControl
          className={styles['width'] ?? ''}
          aria-label={t('editor.width')}
          data={(['wide', 'phone'] as const).map((value) => ({ value, label: t(`editor.width_${value}`) }))}
          value={width}
          onChange={setWidth}
        />
      </div>
      {data ? (
        <article className={styles['preview']} data-phone={width === 'phone' || undefined} lang={lang}>
          {data.title && <h1>{data.title}</h1>}
          {data.readable ? (
            <Prose html={data.body} />
          ) : (
            <p className="quiet">{t(data.title ? 'editor.not_readable' : 'editor.nothing_yet')}</p>
          )}
        </article>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <PageLoading />
      )}
    </Modal>
  )
}

function toReader(reader: string): { reader: 'visitor' | 'member' | 'subscriber'; plan_id?: number } {
  if (reader === 'visitor' || reader === 'member' || reader === 'subscriber') return { reader }
  return { reader: 'subscriber', plan_id: Number(reader) }
}
