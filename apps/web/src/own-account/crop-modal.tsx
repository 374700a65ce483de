import { Button, Group, Modal, Slider, Stack } from '@mantine/core'
import { AVATAR_SIDE, MAX_AVATAR_BYTES } from '@portico/contract/files'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import styles from './crop-modal.module.css'
import { type Crop, drawnAt, largestCrop, moved, zoomed } from './crop.ts'

interface CropModalProps {
  file: File
  onUse: (square: File) => void
  onUnusable: (why: 'unreadable' | 'too_large') => void
  onClose: () => void
}

/** Sides of the preview and of what is sent, in pixels. */
const [SHOWN, SENT] = [280, 2 * AVATAR_SIDE]
const STEP = 10
const ARROWS: Record<string, [number, number]> = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }

/** Chooses the square of a picture that is shown: it is dragged, or moved with the arrow keys, and made larger. */
export function CropModal({ file, onUse, onUnusable, onClose }: CropModalProps) {
  const t = useT()
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const refuse = useEffectEvent(onUnusable)
  useEffect(() => {
    let left = false
    createImageBitmap(file).then(
      (made) => {
        if (left) return made.close()
        setPicture(made)
        setCrop(largestCrop(made))
      },
      () => left || refuse('unreadable'),
    )
    return () => {
      left = true
    }
  }, [file])
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, crop, SHOWN * 2)
  }, [picture, crop])
  const use = (): void => {
    if (!picture) return
    const sent = document.createElement('canvas')
    draw(sent, picture, crop, SENT)
    // PNG where the browser cannot write WebP.
    sent.toBlob(
      (blob) => {
        if (!blob || blob.size > MAX_AVATAR_BYTES) onUnusable(blob ? 'too_large' : 'unreadable')
        else onUse(new File([blob], 'avatar', { type: blob.type }))
      },
      'image/webp',
      0.92,
    )
  }
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>): void => {
    if (!picture || buttons === 0) return
    const scale = currentTarget.clientWidth
    setCrop((now) => moved(picture, now, movementX / scale, movementY / scale))
  }
  return (
    <Modal opened onClose={onClose} title={<strong>{t('avatar.crop')}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack>
        <div className={styles['frame']}>
          <canvas
            ref={canvas}
            className={styles['crop']}
            // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes the arrow keys itself
            role="application"
            aria-label={t('avatar.crop_text')}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={(event) => {
              const by = ARROWS[event.key]
              if (!by || !picture) return
              event.preventDefault()
              setCrop((now) => moved(picture, now, by[0] / SHOWN, by[1] / SHOWN))
            }}
          />
        </div>
        <p className="quiet small">{t('avatar.crop_text')}</p>
        <div>
          <Group justify="space-between" className="small">
            <span>{t('avatar.zoom')}</span>
            <output>{`${Math.round(crop.zoom * 100)}%`}</output>
          </Group>
          <Slider
            min={1}
            max={4}
            step={0.05}
            label={null}
            value={crop.zoom}
            onChange={(zoom) => picture && setCrop((now) => zoomed(picture, now, zoom))}
            thumbLabel={t('avatar.zoom')}
          />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button disabled={picture === null} onClick={use}>
            {t('avatar.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, side: number): void {
  canvas.width = side
  canvas.height = side
  const { x, y, size } = drawnAt(picture, crop)
  canvas.getContext('2d')?.drawImage(picture, x, y, size, size, 0, 0, side, side)
}
