import { Textarea } from '@mantine/core'
import { adminImportGames, adminListGames, MAX_IMPORTED_GAMES } from '@portico/contract/games-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import { useSave } from '../ui/use-save.ts'
import { readNames } from './read-names.ts'

/** Adds many games at once, one a line. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const form = useMarkedForm({ initialValues: { lines: '' }, validate: ({ lines }) => faultOf(lines) })
  const games = readNames(form.values.lines)
  const save = useSave({
    send: (lines: string) => call(adminImportGames, { body: { games: readNames(lines) } }),
    done: ({ added, skipped }) =>
      t('game_manage.imported', { n: added }) + (skipped.length > 0 ? ` ${t('game_manage.skipped', { names: skipped.join(', ') })}` : ''),
    changes: [adminListGames],
    after: onClose,
  })
  function faultOf(lines: string): Record<string, string> {
    const given = readNames(lines)
    if (given.length > MAX_IMPORTED_GAMES) return { lines: t('game_manage.import_most', { n: MAX_IMPORTED_GAMES }) }
    const [fault] = Object.entries(schemaErrors(adminImportGames.body, { games: given }))
    if (!fault) return {}
    const [path, message] = fault
    const line = given[Number(path.split('.')[1])]?.name
    return { lines: line === undefined ? t('game_manage.import_none') : `${line}: ${message}` }
  }
  return (
    <FormModal
      title={t('game_manage.import')}
      text={t('game_manage.import_text')}
      submit={t('game_manage.import_do', { n: games.length })}
      blocked={games.length === 0}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ lines }) => save.mutate(lines))}
    >
      <Textarea
        data-autofocus
        placeholder={t('game_manage.import_example')}
        autosize
        minRows={6}
        maxRows={14}
        {...fieldOf(form, 'lines', t('game_manage.import_lines'))}
      />
    </FormModal>
  )
}
