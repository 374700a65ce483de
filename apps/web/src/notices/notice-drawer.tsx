import '@mantine/dates/styles.layer.css'
import { Button, Radio, Stack, Switch } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useDebouncedValue } from '@mantine/hooks'
import { NoticePlacement } from '@portico/contract/notices'
import {
  adminCreateNotice,
  adminListNotices,
  adminMoveNotice,
  type AdminNotice,
  adminPreviewNotice,
  adminSaveNotice,
  NoticeInput,
} from '@portico/contract/notices-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../api/call.ts'
import { fetchSite, useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Banner } from '../ui/banner.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { useSave } from '../ui/use-save.ts'
import { askToPublish } from './ask-to-publish.ts'
import { AudienceFields } from './audience-fields.tsx'
import { audienceOf, type NoticeForm, type TextOf, textsIn, titleIn, toNoticeForm, toNoticeInput } from './notice-form.ts'
import { NoticePreview } from './notice-preview.tsx'
import { TextFields } from './text-fields.tsx'

interface NoticeDrawerProps {
  /** Notice to edit; null: a new one. */
  notice: AdminNotice | null
  /** Member of a new message. */
  memberId?: number | undefined
  steps?: Steps | undefined
  onReload: () => void
  onClose: () => void
}

/** Writes a notice or changes one. */
export function NoticeDrawer({ notice: latest, memberId, steps, onReload, onClose }: NoticeDrawerProps) {
  const t = useT()
  const zone = useZone()
  const lang = useStore(language)
  // As it was when editing began. Its version shows whether someone else has changed it since.
  const [notice, setNotice] = useState(latest)
  const [chosen, setChosen] = useState<TextOf>('default')
  const form = useMarkedForm<NoticeForm>({
    initialValues: toNoticeForm(notice, memberId, zone),
    validate: (values) => schemaErrors(NoticeInput, toNoticeInput(values, zone)),
  })
  const { placement } = form.values
  const shown = textsIn(form.values, chosen)
  const preview = usePreview(form.values, shown.body)
  const save = useSave({
    form,
    send: async ({ values, publish }: { values: NoticeForm; publish: boolean }) => {
      const saved = await store(notice, values, zone)
      if (!publish) return saved
      // A second try changes this draft, should it not go out now.
      setNotice(saved)
      form.resetDirty(values)
      return call(adminMoveNotice, { params: { id: saved.id }, body: { version: saved.version, to: 'publish' } })
    },
    done: (saved, { publish }) =>
      publish ? t(sentText(saved), { title: titleIn(saved, lang) }) : t(notice ? 'state.saved' : 'notice_manage.saved'),
    changes: [adminListNotices],
    after: () => {
      if (placement === 'bar') void fetchSite()
      onClose()
    },
  })
  const reload = (): void => {
    // These changes belong to the notice as it was, so they are no draft.
    form.reset()
    onReload()
  }
  const isDraft = !notice || notice.status === 'draft'
  const publish = async (values: NoticeForm): Promise<void> => {
    if (await askToPublish(toNoticeInput(values, zone), textsIn(values, lang).title)) save.mutate({ values, publish: true })
  }
  const saveOnly = form.onSubmit((values) => save.mutate({ values, publish: false }))
  const goesToOne = audienceOf(form.values).audience === 'member'
  const isLive = notice?.status === 'published'
  const isFixed = notice !== null && notice.views > 0
  const date = { valueFormat: 'YYYY-MM-DD HH:mm', locale: dayjsLocale(lang), clearable: true }
  return (
    <FormDrawer
      title={notice ? t('notice_manage.edit', { title: titleIn(notice, lang) }) : t('notice_manage.create')}
      saving={save.isPending}
      {...(isDraft && {
        saveLabel: t(goesToOne ? 'notice_manage.send_now' : 'notice_manage.move_publish'),
        second: { label: t('notice_manage.save_draft'), onClick: saveOnly },
      })}
      steps={steps}
      form={form}
      draft={`notice ${notice?.id ?? `new ${memberId ?? ''}`}`}
      onClose={onClose}
      onSubmit={isDraft ? form.onSubmit((values) => void publish(values)) : saveOnly}
    >
      {save.error instanceof ApiError && save.error.code === 'notice.changed' && (
        <Banner
          tone="warn"
          title={t('notice_manage.conflict')}
          action={
            <Button variant="default" onClick={reload}>
              {t('user_manage.reload')}
            </Button>
          }
        >
          {t('user_manage.conflict_text')}
        </Banner>
      )}
      {isLive && <Banner tone="info">{t('notice_manage.is_live')}</Banner>}
      <Radio.Group {...fieldOf(form, 'placement', t('notice_manage.placement'))}>
        <Stack gap="xs" mt="xs">
          {NoticePlacement.options.map((value) => (
            <Radio
              key={value}
              value={value}
              // A bar is for everybody.
              disabled={isFixed && value === 'bar' && notice.audience !== 'all'}
              label={t(`notice_manage.placement_${value}`)}
              description={t(`notice_manage.placement_${value}_text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <AudienceFields form={form} isFixed={isFixed} members={preview?.members} />
      <TextFields form={form} chosen={chosen} onChoose={setChosen} />
      <FormSection title={t('notice_manage.window')}>
        <FieldRow text={zone && t('validity.zone', { zone })}>
          <DateTimePicker
            placeholder={t('notice_manage.at_once')}
            clearButtonProps={{ 'aria-label': t('validity.clear') }}
            {...date}
            {...fieldOf(form, 'starts_at', t('notice_manage.starts'))}
          />
          <DateTimePicker
            placeholder={t('notice_manage.no_end')}
            clearButtonProps={{ 'aria-label': t('validity.clear') }}
            {...date}
            {...fieldOf(form, 'ends_at', t('notice_manage.ends'))}
          />
        </FieldRow>
      </FormSection>
      {!isDraft && <Switch {...flagOf(form, 'show_again', t('notice_manage.show_again'), t('notice_manage.show_again_text'))} />}
      <NoticePreview placement={placement} title={shown.title} body={preview?.body ?? ''} lang={chosen === 'default' ? '' : chosen} />
    </FormDrawer>
  )
}

function store(notice: AdminNotice | null, values: NoticeForm, zone: string | undefined): Promise<AdminNotice> {
  const input = toNoticeInput(values, zone)
  if (!notice) return call(adminCreateNotice, { body: input })
  const body = { version: notice.version, notice: input, show_again: values.show_again }
  return call(adminSaveNotice, { params: { id: notice.id }, body })
}

function sentText({
  status,
  audience,
}: AdminNotice): 'notice_manage.moved_schedule' | 'notice_manage.sent' | 'notice_manage.moved_publish' {
  if (status === 'scheduled') return 'notice_manage.moved_schedule'
  return audience === 'member' ? 'notice_manage.sent' : 'notice_manage.moved_publish'
}

/** The body as the server cleans it, a moment after the last key. */
function usePreview(values: NoticeForm, html: string) {
  const [body] = useDebouncedValue({ ...audienceOf(values), body: values.placement === 'bar' ? '' : html }, 400)
  const { data } = useQuery({
    queryKey: [adminPreviewNotice.path, body],
    queryFn: ({ signal }) => call(adminPreviewNotice, { body }, { background: true, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return data
}
