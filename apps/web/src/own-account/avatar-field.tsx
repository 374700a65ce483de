import { Button } from '@mantine/core'
import { MAX_AVATAR_BYTES, removeAvatar, uploadAvatar } from '@portico/contract/files'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { upload, whyNotSent } from '../api/upload.ts'
import { refreshWho, useWho } from '../api/who.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { useT } from '../i18n.ts'
import { Face } from '../ui/face.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './own-account.module.css'

const CropModal = lazyDialog(async () => (await import('./crop-modal.tsx')).CropModal)

/** The member's picture: choose one and its square, change it, or go back to the initials. */
export function AvatarField() {
  const t = useT()
  const { name, avatar } = useWho()
  const [chosen, setChosen] = useState<File | null>(null)
  const [reason, setReason] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const isOwn = avatar.startsWith('/files/')
  const send = useSave({
    send: (file: File) => upload(uploadAvatar, {}, file),
    done: t('avatar.saved'),
    after: refreshWho,
  })
  const remove = useSave({
    send: () => call(removeAvatar, {}),
    ask: { title: t('avatar.remove_title'), text: t('avatar.remove_text'), confirm: t('avatar.remove'), danger: true },
    done: t('avatar.removed'),
    after: refreshWho,
  })
  // A button that waits or goes loses the focus.
  useEffect(() => {
    if (!isDone.current || chosen || send.isPending || remove.isPending) return
    isDone.current = false
    button.current?.focus()
  })
  const done = (): void => {
    isDone.current = true
  }
  const choose = (): void => {
    setReason('')
    chooseFiles(([file]) => file && setChosen(file), { pictures: true, many: false })
  }
  const use = (square: File): void => {
    setChosen(null)
    send.mutate(square, {
      onSettled: done,
      onError: (error) => setReason(whyNotSent(error)),
    })
  }
  const leave = (): void => {
    done()
    setChosen(null)
  }
  const unusable = (why: 'unreadable' | 'too_large'): void => {
    done()
    setChosen(null)
    setReason(t(`avatar.${why}`, { size: formatBytes(MAX_AVATAR_BYTES) }))
  }
  return (
    <div className={styles['avatar']}>
      <Face name={name} picture={avatar} large />
      <div>
        <div className="row">
          <Button ref={button} variant="default" loading={send.isPending} onClick={choose}>
            {t(isOwn ? 'avatar.change' : 'avatar.upload')}
          </Button>
          {isOwn && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSettled: done })}>
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        {reason ? (
          <p className={styles['bad']} role="alert">
            {reason}
          </p>
        ) : (
          <p className="quiet small">{t('avatar.text')}</p>
        )}
      </div>
      {chosen && <CropModal file={chosen} onUse={use} onUnusable={unusable} onClose={leave} />}
    </div>
  )
}
