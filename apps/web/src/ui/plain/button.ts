import styles from './button.module.css'

/** Class names that make a button or a link look like a button. */
export function buttonClass(kind: 'primary' | 'outline' | 'quiet' | 'subtle', ...more: ('large' | 'wide' | 'small')[]): string {
  return [styles['button'], styles[kind], ...more.map((name) => styles[name])].join(' ')
}
