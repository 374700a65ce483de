import { Popover } from '@mantine/core'
import type { Audience } from '@portico/contract/articles'
import { IconLock } from '@tabler/icons-react'
import { type NodeViewProps, NodeViewContent, NodeViewWrapper } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import { AudienceChoice } from '../audience-choice.tsx'
import { useAudienceName } from '../use-audience-name.ts'
import { isNewFrame, noteFrameDrawn } from './fresh-frame.ts'
import styles from './frames.module.css'

/** A block for some readers only: who sees it stands above it. */
export function AudienceFrame({ node, updateAttributes }: NodeViewProps) {
  const t = useT()
  const { audience, ids } = node.attrs as { audience: Audience; ids: number[] }
  const name = useAudienceName(audience, ids)
  const [isOpen, setOpen] = useState(() => isNewFrame() && ids.length === 0 && (audience === 'plans' || audience === 'groups'))
  useEffect(noteFrameDrawn, [])
  return (
    <NodeViewWrapper className={styles['frame']} data-kind="audience">
      <div className={styles['head']} contentEditable={false} lang={useStore(language)}>
        <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus withinPortal>
          <Popover.Target>
            <button
              type="button"
              className={styles['who']}
              onClick={() => setOpen(!isOpen)}
              aria-label={`${t('editor.block_for', { who: name })}. ${t('editor.change_audience')}`}
            >
              <IconLock size={14} aria-hidden />
              {t('editor.block_for', { who: name })}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <AudienceChoice
              isBlock
              audience={audience}
              ids={ids}
              onChange={(next, nextIds) => updateAttributes({ audience: next, ids: nextIds })}
            />
          </Popover.Dropdown>
        </Popover>
      </div>
      <NodeViewContent />
    </NodeViewWrapper>
  )
}
