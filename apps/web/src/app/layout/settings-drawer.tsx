import { LANGUAGES } from '@portico/contract/translations'
import { useBrand } from '../../api/brand.ts'
import { Drawer, Fieldset, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { language, switchLanguage, useT } from '../../i18n.ts'
import { changeSettings, settings, SIZES, THEMES, useTheme } from '../settings.ts'
import { useStore } from '../../store.ts'
import { useShown } from '../../ui/dialog/use-shown.ts'
import styles from './settings-panel.module.css'

/** The appearance settings, which are kept on this device. */
export function SettingsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const shown = useShown(opened)
  const lang = useStore(language)
  const theme = useTheme()
  const { colour: ofSite } = useBrand()
  const { scheme, size, tagsView, fixedHeader, sidebarLogo, supportPinyinSearch } = useStore(settings)
  const schemes = (['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`settings.scheme_${value}`) }))
  const sizes = (Object.keys(SIZES) as (keyof typeof SIZES)[]).map((value) => ({ value, label: t(`settings.size_${value}`) }))
  return (
    <Drawer opened={shown} onClose={onClose} title={t('settings.title')} size={340} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack gap="lg">
        <Part label={t('settings.language')}>
          <SegmentedControl
            fullWidth
            value={lang}
            onChange={(value) => void switchLanguage(value)}
            data={LANGUAGES.map((value) => ({ value, label: value === 'en' ? 'English' : '简体中文' }))}
          />
        </Part>
        <Part label={t('settings.scheme')}>
          <SegmentedControl fullWidth value={scheme} onChange={(value) => changeSettings({ scheme: value })} data={schemes} />
        </Part>
        <Part label={t('settings.size')}>
          <SegmentedControl fullWidth value={size} onChange={(value) => changeSettings({ size: value })} data={sizes} />
        </Part>
        <Fieldset variant="unstyled" legend={t('settings.theme')} classNames={{ legend: styles['legend'] ?? '' }}>
          <div className={styles['colours']}>
            {[null, ...THEMES.filter((colour) => !isSame(colour, ofSite))].map((own) => {
              const colour = own ?? ofSite
              return (
                <label key={colour} style={{ background: colour }} title={colour}>
                  <input
                    type="radio"
                    name="theme"
                    aria-label={colour}
                    checked={isSame(colour, theme)}
                    onChange={() => changeSettings({ theme: own })}
                  />
                </label>
              )
            })}
          </div>
        </Fieldset>
        <Switch label={t('settings.tags_view')} checked={tagsView} onChange={(e) => changeSettings({ tagsView: e.target.checked })} />
        <Switch
          label={t('settings.fixed_header')}
          checked={fixedHeader}
          onChange={(e) => changeSettings({ fixedHeader: e.target.checked })}
        />
        <Switch
          label={t('settings.sidebar_logo')}
          checked={sidebarLogo}
          onChange={(e) => changeSettings({ sidebarLogo: e.target.checked })}
        />
        {lang === 'zh-CN' && (
          <Switch
            label={t('settings.pinyin')}
            checked={supportPinyinSearch}
            onChange={(e) => changeSettings({ supportPinyinSearch: e.target.checked })}
          />
        )}
      </Stack>
    </Drawer>
  )
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={600} mb={6}>
        {label}
      </Text>
      {children}
    </div>
  )
}
