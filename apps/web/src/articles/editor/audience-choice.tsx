import { MultiSelect, Select, Stack } from '@mantine/core'
import { Audience } from '@portico/contract/articles'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { useNamed } from './use-audience-name.ts'

interface AudienceChoiceProps {
  audience: Audience
  ids: number[]
  /** true: for a block, which is never public, as it would hide nothing. */
  isBlock?: boolean
  onChange: (audience: Audience, ids: number[]) => void
}

/** Who may read an article or a block of it. */
export function AudienceChoice({ audience, ids, isBlock = false, onChange }: AudienceChoiceProps) {
  const t = useT()
  const mayChoose = useMay()('plans.read')
  const named = useNamed(audience)
  const offered = Audience.options.filter((one) => {
    if (one === audience) return true
    return one === 'public' ? !isBlock : mayChoose || one === 'members' || one === 'subscribers'
  })
  const isNarrow = audience === 'plans' || audience === 'groups'
  // Those that are gone stay in sight until they are taken out.
  const known = new Map([...ids.map((id) => [id, `#${id}`] as const), ...named.map(({ id, name }) => [id, name] as const)])
  return (
    <Stack gap="sm">
      <Select
        label={t(isBlock ? 'editor.block_audience' : 'editor.audience')}
        description={t(isBlock ? 'editor.block_audience_text' : 'editor.audience_text')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={offered.map((value) => ({ value, label: t(`editor.audience_${value}`) }))}
        value={audience}
        onChange={(next) => next && onChange(next, [])}
      />
      {isNarrow && (
        <MultiSelect
          label={t(`editor.audience_${audience}_choose`)}
          comboboxProps={{ withinPortal: false }}
          searchable
          data-autofocus={isBlock || undefined}
          disabled={!mayChoose}
          data={[...known].map(([id, label]) => ({ value: String(id), label }))}
          value={ids.map(String)}
          error={ids.length === 0 && t('editor.audience_needed')}
          onChange={(next) => onChange(audience, next.map(Number))}
        />
      )}
    </Stack>
  )
}
