import { TagsInput } from '@mantine/core'
import { MOST_ALIASES } from '@portico/contract/node-aliases'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'

/** The names that the node had at an old panel. */
export function NodeAliases({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title={t('node_manage.aliases_title')}>
      <TagsInput
        maxTags={MOST_ALIASES}
        placeholder="vmess/3"
        {...fieldOf(form, 'aliases', t('node_manage.aliases'), t('node_manage.aliases_text'))}
        error={firstError(form.errors)}
      />
    </FormSection>
  )
}

/** Error of the field: the first of any name. */
function firstError(errors: NodeFormApi['errors']) {
  return Object.entries(errors).find(([field]) => field.startsWith('aliases'))?.[1]
}
