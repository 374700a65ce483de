import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n.ts'
import { FormModal } from '../../../ui/form/form-modal.tsx'
import type { Actions } from '../desk/use-actions.ts'

/** Saves a version, with a note for the list of versions. Readers do not see it. */
export function SaveDialog({ actions, onClose }: { actions: Actions; onClose: () => void }) {
  const t = useT()
  const [note, setNote] = useState('')
  return (
    <FormModal
      title={t('editor.save_version')}
      text={t('editor.save_text')}
      submit={t('action.save')}
      saving={actions.isBusy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void actions.save(note.trim()).then(onClose)
      }}
    >
      <TextInput
        label={t('editor.note')}
        description={t('editor.note_text')}
        maxLength={200}
        data-autofocus
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormModal>
  )
}
