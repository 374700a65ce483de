import { Button, Group, Modal, Stack } from '@mantine/core'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import styles from './factors.module.css'

/** Shows new recovery codes, this once. Closes only by its button, so that a stray click does not lose them. */
export function RecoveryCodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useT()
  const site = useSite()?.webtitle ?? 'Portico'
  const text = codes.join('\n')
  const download = (): void => saveFile('recovery-codes.txt', `${site}: ${t('factor.codes')}\n\n${text}\n`, 'text/plain')
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={<strong>{t('factor.codes')}</strong>}
    >
      <Stack>
        <p className="quiet">{t('factor.codes_text')}</p>
        <ol className={styles['codes']}>
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ol>
        <Group justify="space-between">
          <Group gap="xs">
            <CopyButton text={text} />
            <Button variant="default" onClick={download}>
              {t('factor.download')}
            </Button>
          </Group>
          <Button onClick={onClose}>{t('factor.saved')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
