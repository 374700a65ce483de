import { Select, Stack, TextInput } from '@mantine/core'
import type { ArticleKind } from '@portico/contract/articles-admin'
import { useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { SideDrawer } from '../../../ui/drawer/side-drawer.tsx'
import { AudienceChoice } from '../audience-choice.tsx'
import { type Desk, planned as plannedAs } from '../desk/desk.ts'
import { PlaceFields } from './place-fields.tsx'

const KINDS: ArticleKind[] = ['article', 'terms', 'page']

/** Settings of an article: its kind, place and audience. */
export function SettingsPanel({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useT()
  const { article, planned, content } = useStore(desk.state)
  const kind = article?.kind ?? planned.kind
  return (
    <SideDrawer title={t('editor.settings')} onClose={onClose}>
      <Stack>
        <Select
          label={t('editor.kind')}
          description={t(article ? 'editor.kind_fixed' : `editor.kind_${kind}_text`)}
          allowDeselect={false}
          disabled={article !== null}
          data={KINDS.map((value) => ({ value, label: t(`editor.kind_${value}`) }))}
          value={kind}
          onChange={(next) => next && desk.plan(plannedAs(next))}
        />
        {!article && kind === 'terms' && (
          <TextInput
            label={t('editor.type')}
            description={t('editor.type_text')}
            value={planned.type ?? ''}
            onChange={({ target }) => desk.plan({ ...planned, type: target.value })}
          />
        )}
        {article ? <PlaceFields desk={desk} article={article} /> : <p className="quiet">{t('editor.place_later')}</p>}
        <AudienceChoice
          audience={content.audience}
          ids={content.audience_ids}
          onChange={(audience, ids) => desk.change((now) => ({ ...now, audience, audience_ids: ids }))}
        />
      </Stack>
    </SideDrawer>
  )
}
