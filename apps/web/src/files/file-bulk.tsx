import type { AdminFile, FileFolder } from '@portico/contract/files-admin'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { BulkBar, BulkButton } from '../ui/table/bulk/bulk-bar.tsx'
import type { Picked } from '../ui/table/use-picking.ts'
import { useDeletion } from './use-deletion.ts'

const MoveModal = lazyDialog(async () => (await import('./move-modal.tsx')).MoveModal)

/** Moves or deletes the picked files, all or none. */
export function FileBulk({ picked, folders, folderId }: { picked: Picked<AdminFile>; folders: FileFolder[]; folderId: number | null }) {
  const t = useT()
  const [moves, setMoves] = useState(false)
  const clear = (): void => picked.leave([])
  const deletion = useDeletion(clear)
  const size = picked.rows.reduce((sum, file) => sum + file.size, 0)
  return (
    <>
      <BulkBar
        count={picked.rows.length}
        text={t('files.picked', { n: picked.rows.length })}
        sum={<Bytes value={size} />}
        done={0}
        failed={[]}
        onClear={clear}
      >
        <BulkButton busy={false} onClick={() => setMoves(true)}>
          {t('files.move')}
        </BulkButton>
        <BulkButton busy={deletion.busy} onClick={() => void deletion.ask(picked.rows)}>
          {t('files.delete')}
        </BulkButton>
      </BulkBar>
      {moves && (
        <MoveModal
          ids={picked.rows.map(({ id }) => id)}
          folders={folders}
          from={folderId}
          onMoved={clear}
          onClose={() => setMoves(false)}
        />
      )}
    </>
  )
}
