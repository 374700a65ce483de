import { LanguageSwitch } from '../layout/language-switch.tsx'
import { SchemeSwitch } from '../layout/scheme-switch.tsx'
import { changeSettings, THEMES } from '../settings.ts'
import { DEFAULT_COLOUR, shades } from '@portico/contract/shades'
import styles from './style-guide.module.css'

const COLOURS = `ground sheet float raised sunken line line-strong control stone text text-2 muted link ink ink-2 ink-3 ink-line
  accent accent-strong accent-pressed accent-light accent-soft accent-line accent-deep
  warm warm-light warm-soft warm-line warm-text good good-soft good-text bad bad-soft bad-text`.split(/\s+/)
const SIZES = [56, 40, 28, 20, 16, 14, 13, 12]
const SPACES = [4, 8, 12, 16, 24, 32, 48, 72, 112]
const RADII = ['var(--r-1)', 'var(--r-2)', 'var(--r-3)', 'var(--r-4)', 'var(--arch)']

export function Tokens() {
  return (
    <>
      <header className={styles['head']}>
        <h1>Style guide</h1>
        <SchemeSwitch />
        <LanguageSwitch />
      </header>
      <h2>Colours</h2>
      <div className={styles['halves']}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme} className={styles['half']}>
            {COLOURS.map((name) => (
              <div key={name} className={styles['swatch']}>
                <span style={{ background: `var(--${name})` }} />
                {name}
              </div>
            ))}
          </div>
        ))}
      </div>
      <h2>Theme colours</h2>
      <div className={styles['row']}>
        {([DEFAULT_COLOUR, ...THEMES] as const).map((theme) => (
          <button
            key={theme}
            type="button"
            className={styles['preset']}
            style={{ background: theme }}
            onClick={() => changeSettings({ theme: theme === DEFAULT_COLOUR ? null : theme })}
          >
            <span style={{ background: shades(theme)[7] }}>{theme}</span>
          </button>
        ))}
      </div>
      <h2>Type</h2>
      {SIZES.map((size) => (
        <p key={size} className={styles['type']} style={{ fontSize: size, fontWeight: size >= 20 ? 600 : 400 }}>
          <small>{size}</small> 86.4 GB · ¥241.60 A steady way through 剩余流量 86.4 GB
        </p>
      ))}
      <h2>Space and shape</h2>
      <div className={styles['row']}>
        {SPACES.map((space) => (
          <span key={space} className={styles['space']} style={{ width: space }} title={`${space} px`} />
        ))}
      </div>
      <div className={styles['row']}>
        {RADII.map((radius) => (
          <span key={radius} className={styles['shape']} style={{ borderRadius: radius }} title={radius} />
        ))}
      </div>
    </>
  )
}
