import { Button, Group, Select, TagsInput, TextInput } from '@mantine/core'
import { adminCreateCategory, adminCreateTag, adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import { type AdminArticle, adminListArticles, adminPlaceArticle, type ArticlePlace } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../../api/call.ts'
import { get } from '../../../api/query.ts'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { TextButton } from '../../../ui/plain/text-button.tsx'
import { useSave } from '../../../ui/use-save.ts'
import { type Named, useNameOf } from '../../names.ts'
import type { Desk } from '../desk/desk.ts'

/** Category, tags and the name of terms. They change at once, for readers too. */
export function PlaceFields({ desk, article }: { desk: Desk; article: AdminArticle }) {
  const t = useT()
  const lang = useStore(language)
  const nameOf = useNameOf()
  const named = (name: string): Named => (lang === 'en' ? { name_en: name, name_zh: '' } : { name_en: '', name_zh: name })
  const categories = useQuery(get(adminListCategories, {})).data?.items ?? []
  const tags = useQuery(get(adminListTags, {})).data?.items ?? []
  const [type, setType] = useState(article.type ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const place = useSave({
    send: (body: Partial<ArticlePlace>) => call(adminPlaceArticle, { params: { id: article.id }, body }),
    changes: [adminListArticles],
    after: (changed) => desk.hear(changed),
  })
  const addCategory = useSave({
    send: (name: string) => call(adminCreateCategory, { body: { ...named(name), parent_id: null } }),
    changes: [adminListCategories],
    after: ({ id }) => {
      setTyped(null)
      place.mutate({ category_id: id })
    },
  })
  const setTags = useSave({
    send: async (names: string[]) => {
      const ids = names.map(
        async (name) => tags.find((tag) => nameOf(tag) === name)?.id ?? (await call(adminCreateTag, { body: named(name) })).id,
      )
      return call(adminPlaceArticle, { params: { id: article.id }, body: { tag_ids: await Promise.all(ids) } })
    },
    changes: [adminListTags, adminListArticles],
    after: (changed) => desk.hear(changed),
  })
  return (
    <>
      {article.kind === 'terms' && (
        <TextInput
          label={t('editor.type')}
          description={t('editor.type_text')}
          value={type}
          error={fieldError(place.error, 'type')}
          onChange={({ target }) => setType(target.value)}
          onBlur={() => type !== article.type && place.mutate({ type })}
        />
      )}
      <Select
        label={t('editor.category')}
        placeholder={t('editor.category_none')}
        clearable
        clearButtonProps={{ 'aria-label': t('editor.category_none') }}
        searchable
        data={categories.map((category) => ({ value: String(category.id), label: nameOf(category) }))}
        value={article.category_id === null ? null : String(article.category_id)}
        onChange={(next) => place.mutate({ category_id: next === null ? null : Number(next) })}
      />
      {typed === null ? (
        <TextButton onClick={() => setTyped('')}>{t('editor.category_new')}</TextButton>
      ) : (
        <Group align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('editor.category_name')}
            maxLength={60}
            value={typed}
            error={fieldError(addCategory.error, lang === 'en' ? 'name_en' : 'name_zh')}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            variant="default"
            disabled={typed.trim() === ''}
            loading={addCategory.isPending}
            onClick={() => addCategory.mutate(typed.trim())}
          >
            {t('action.create')}
          </Button>
        </Group>
      )}
      <TagsInput
        label={t('editor.tags')}
        description={t('editor.tags_text')}
        data={tags.map(nameOf)}
        maxTags={20}
        value={tags.filter(({ id }) => article.tag_ids.includes(id)).map(nameOf)}
        disabled={setTags.isPending}
        onChange={(names) => setTags.mutate(names)}
      />
    </>
  )
}

function fieldError(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field]?.[0] : undefined
}
