import { Button, Select } from '@mantine/core'
import { adminDeleteImportFile, adminListImports, type ImportFile } from '@portico/contract/imports-admin'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useSave } from '../ui/use-save.ts'
import styles from './moving.module.css'
import { Upload } from './upload.tsx'

interface FileChoiceProps {
  files: ImportFile[]
  value: string | null
  error?: ReactNode
  onChange: (name: string | null) => void
}

/** A file of the import folder, or one that is uploaded there. Each holds all members, so it can be deleted too. */
export function FileChoice({ files, value, error, onChange }: FileChoiceProps) {
  const t = useT()
  const remove = useSave({
    ask: (name: string) => ({
      title: t('moving.delete_file', { name }),
      text: t('moving.delete_file_text'),
      confirm: t('action.delete'),
      danger: true,
    }),
    send: (name: string) => call(adminDeleteImportFile, { params: { name } }),
    done: t('moving.file_deleted'),
    changes: [adminListImports],
    after: () => onChange(null),
  })
  return (
    <>
      <div className={styles['file']}>
        <Select
          required
          label={t('moving.file')}
          description={t('moving.file_text')}
          data={files.map(({ name, bytes }) => ({ value: name, label: `${name} (${formatBytes(bytes)})` }))}
          placeholder={t(files.length === 0 ? 'moving.no_file' : 'form.choose')}
          disabled={files.length === 0}
          error={error}
          value={value}
          onChange={onChange}
        />
        {value !== null && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={remove.isPending}
            onClick={() => remove.mutate(value)}
          >
            {t('action.delete')}
          </Button>
        )}
      </div>
      <Upload onStored={onChange} />
    </>
  )
}
