import type { AdminFile } from '@portico/contract/files-admin'
import { IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import type { Picking } from '../ui/table/column.ts'
import styles from './file-grid.module.css'

interface FileGridProps {
  files: AdminFile[]
  /** true: fewer words, for dialogs. */
  small?: boolean
  opened?: number | undefined
  onOpen: (file: AdminFile) => void
  picking?: Picking<AdminFile>
}

/** Files as pictures with their names. */
export function FileGrid({ files, small = false, opened, onOpen, picking }: FileGridProps) {
  const t = useT()
  const pick = ({ id }: AdminFile): void => {
    const keys = picking?.keys ?? []
    picking?.onChange(keys.includes(id) ? keys.filter((key) => key !== id) : [...keys, id])
  }
  return (
    <ul className={styles['grid']} data-small={small || undefined} aria-label={t('files.files')}>
      {files.map((file) => (
        <li key={file.id} data-opened={opened === file.id || undefined} data-picked={picking?.keys.includes(file.id) || undefined}>
          <button type="button" aria-label={t('files.open', { name: file.name })} onClick={() => onOpen(file)}>
            <Thumbnail file={file} />
            <span className={styles['name']} title={file.name}>
              {file.name}
            </span>
            {!small && (
              <small>
                <Bytes value={file.size} />
              </small>
            )}
          </button>
          {picking && (
            <label>
              <input
                type="checkbox"
                checked={picking.keys.includes(file.id)}
                onChange={() => pick(file)}
                aria-label={t('files.pick', { name: file.name })}
              />
            </label>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The outline of files that are loading. */
export function GridWaiting() {
  const t = useT()
  return (
    <div className={styles['grid']} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => (
        <div key={one} className={styles['bone']}>
          {one === 'a' && <span className="visually-hidden">{t('state.loading')}</span>}
        </div>
      ))}
    </div>
  )
}

function Thumbnail({ file }: { file: AdminFile }) {
  const Icon = file.type === 'application/pdf' ? IconFileTypePdf : IconFileZip
  return (
    <span className={styles['picture']}>
      {file.thumbnail_url === null ? <Icon size={40} aria-hidden /> : <img src={file.thumbnail_url} alt="" loading="lazy" />}
    </span>
  )
}
