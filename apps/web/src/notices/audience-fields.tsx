import { MultiSelect, NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { NoticeAudience } from '@portico/contract/notices-admin'
import { useMay } from '../api/may.ts'
import { useNamed } from '../articles/editor/use-audience-name.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import type { NoticeForm } from './notice-form.ts'
import { useMemberLabel } from './use-member-label.ts'

interface AudienceFieldsProps {
  form: UseFormReturnType<NoticeForm>
  /** true: somebody saw the notice, so its audience is fixed. */
  isFixed: boolean
  /** Members in the audience now; null: not told for one member; undefined: not known yet. */
  members: number | null | undefined
}

/** Who sees a notice. */
export function AudienceFields({ form, isFixed, members }: AudienceFieldsProps) {
  const t = useT()
  const mayChoose = useMay()('plans.read')
  const { audience, placement, audience_ids: ids } = form.values
  const isNarrow = audience === 'plans' || audience === 'groups'
  const named = useNamed(isNarrow ? audience : 'public')
  if (placement === 'bar') return null
  const offered = NoticeAudience.options.filter((one) => mayChoose || one === audience || (one !== 'plans' && one !== 'groups'))
  // Those that are gone stay in sight until they are taken out.
  const known = new Map([...ids.map((id) => [id, `#${id}`] as const), ...named.map(({ id, name }) => [String(id), name] as const)])
  const choose = (next: string | null): void => form.setValues({ audience: NoticeAudience.parse(next), audience_ids: [] })
  return (
    <>
      <Select
        label={t('notice_manage.audience')}
        description={isFixed && t('notice_manage.audience_fixed')}
        disabled={isFixed}
        allowDeselect={false}
        data={offered.map((value) => ({ value, label: t(`notice_manage.audience_${value}`) }))}
        {...form.getInputProps('audience')}
        onChange={choose}
      />
      {isNarrow && (
        <MultiSelect
          searchable
          disabled={isFixed || !mayChoose}
          data={[...known].map(([value, label]) => ({ value, label }))}
          {...fieldOf(form, 'audience_ids', t(`notice_manage.${audience}`))}
        />
      )}
      {audience === 'expiring' && (
        <NumberInput
          disabled={isFixed}
          min={1}
          max={90}
          allowDecimal={false}
          {...fieldOf(form, 'audience_days', t('notice_manage.days'))}
        />
      )}
      {audience === 'member' && <MemberField form={form} isFixed={isFixed} />}
      {typeof members === 'number' && (
        <p className="quiet" role="status">
          {t('notice_manage.members', { n: members })}
        </p>
      )}
    </>
  )
}

/** The one member, by id and address. */
function MemberField({ form, isFixed }: Pick<AudienceFieldsProps, 'form' | 'isFixed'>) {
  const t = useT()
  const [id] = useDebouncedValue(Number(form.values.member), 400)
  const label = useMemberLabel(Number.isSafeInteger(id) && id > 0 ? id : undefined)
  return (
    <NumberInput
      label={t('notice_manage.member')}
      description={label}
      disabled={isFixed}
      min={1}
      allowDecimal={false}
      {...form.getInputProps('member')}
      error={form.errors['member'] ?? form.errors['audience_ids']}
    />
  )
}
