import { Button, Input } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '../i18n.ts'
import { PickFile } from './pick-file.tsx'
import styles from './picture-field.module.css'

interface PictureFieldProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  /** Address of an uploaded picture; '' for none. */
  value: string
  onChange: (address: string) => void
}

/** Shows the chosen picture, with buttons to choose another one or none. */
export function PictureField({ label, description, error, disabled = false, value, onChange }: PictureFieldProps) {
  const t = useT()
  const id = useId()
  const [picks, setPicks] = useState(false)
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      labelElement="div"
      role="group"
      aria-labelledby={id}
      labelProps={{ id }}
    >
      <div className={styles['picture']}>
        {value && <img src={value} alt={t('files.picture_now')} />}
        <Button variant="default" disabled={disabled} aria-invalid={error ? true : undefined} onClick={() => setPicks(true)}>
          {t(value ? 'files.picture_change' : 'files.choose')}
        </Button>
        {value && (
          <Button variant="subtle" color="gray" disabled={disabled} onClick={() => onChange('')}>
            {t('files.picture_none')}
          </Button>
        )}
      </div>
      {picks && (
        <PickFile
          onPick={(file) => {
            onChange(file.url)
            setPicks(false)
          }}
          onClose={() => setPicks(false)}
        />
      )}
    </Input.Wrapper>
  )
}
