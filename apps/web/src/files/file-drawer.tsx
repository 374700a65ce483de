import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import {
  type AdminFile,
  adminListFiles,
  adminListFileUses,
  adminUpdateFile,
  type FileFolder,
  FileNaming,
  type FileUse,
} from '@portico/contract/files-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { CopyField } from '../ui/copy/copy-field.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './file-drawer.module.css'
import { pathTo } from './folder-tree.ts'
import { MoveModal } from './move-modal.tsx'
import { textOfUse } from './text-of-use.ts'
import { useDeletion } from './use-deletion.ts'

interface FileDrawerProps {
  file: AdminFile
  folders: FileFolder[]
  steps: Steps | undefined
  onClose: () => void
}

/** One file: large, with its address, where it is used, and what can be done with it. */
export function FileDrawer({ file, folders, steps, onClose }: FileDrawerProps) {
  const t = useT()
  const [moves, setMoves] = useState(false)
  const deletion = useDeletion(onClose)
  const origin = useSite()?.weburl || location.origin
  const folder = pathTo(folders, file.folder_id).map(({ name }) => name)
  return (
    <SideDrawer
      title={file.name}
      steps={steps}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={() => setMoves(true)}>
            {t('files.move')}
          </Button>
          <Button ml="auto" variant="default" c="var(--bad-text)" loading={deletion.busy} onClick={() => void deletion.ask([file])}>
            {t('files.delete')}
          </Button>
        </>
      }
    >
      {file.width !== null && (
        <a className={styles['picture']} href={file.url} target="_blank" rel="noreferrer">
          <img src={file.url} alt={file.name} width={file.width} height={file.height ?? undefined} />
        </a>
      )}
      <div className={styles['parts']}>
        <CopyField label={t('files.address')} text={`${origin}${file.url}`} />
        <Rename key={file.id} file={file} />
        <Facts>
          <Fact name={t('files.size')}>
            <Bytes value={file.size} />
            {file.width !== null && ` · ${t('files.pixels', { width: file.width, height: file.height ?? 0 })}`}
          </Fact>
          <Fact name={t('files.folder')}>{[t('files.top'), ...folder].join(' / ')}</Fact>
          <Fact name={t('files.uploaded')}>
            <DateTime value={file.created_at} />
          </Fact>
          <Fact name={t('files.uploaded_by')}>{file.uploaded_by ?? '–'}</Fact>
          <Fact name={t('files.uses')} stacked={file.uses > 0}>
            {file.uses === 0 ? t('files.unused') : <Uses id={file.id} />}
          </Fact>
        </Facts>
      </div>
      {moves && <MoveModal ids={[file.id]} folders={folders} from={file.folder_id} onMoved={onClose} onClose={() => setMoves(false)} />}
    </SideDrawer>
  )
}

function Rename({ file }: { file: AdminFile }) {
  const t = useT()
  const form = useForm({ initialValues: { name: file.name }, validate: schemaResolver(FileNaming) })
  const save = useSave({
    form,
    send: (body: { name: string }) => call(adminUpdateFile, { params: { id: file.id }, body }),
    done: t('state.saved'),
    changes: [adminListFiles],
    after: (_, values) => form.resetDirty(values),
  })
  return (
    <form noValidate className={styles['rename']} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <TextInput maxLength={120} {...fieldOf(form, 'name', t('files.name'))} />
      {form.isDirty() && (
        <Button type="submit" loading={save.isPending}>
          {t('action.save')}
        </Button>
      )}
    </form>
  )
}

function Uses({ id }: { id: number }) {
  const t = useT()
  const { data } = useQuery(get(adminListFileUses, { params: { id } }))
  if (!data) return t('state.loading')
  return (
    <ul className={styles['uses']}>
      {data.items.map((use) => (
        <li key={`${use.noun} ${use.id}`}>
          <Use use={use} />
        </li>
      ))}
      {data.total > data.items.length && <li>{t('files.more_uses', { n: data.total - data.items.length })}</li>}
    </ul>
  )
}

function Use({ use }: { use: FileUse }) {
  const text = textOfUse(use)
  // Drafts open in the same editor as what they become.
  return use.noun.startsWith('article') ? <PathLink to={`/admin/content/contentcreate/${use.id}`}>{text}</PathLink> : text
}
