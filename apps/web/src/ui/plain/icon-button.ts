import styles from './icon-button.module.css'

/** The class name of a button or a link that shows only an icon. */
export const iconButton = styles['button'] ?? ''
