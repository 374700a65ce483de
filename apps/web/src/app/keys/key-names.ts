/** The key that goes with another for a shortcut, as this computer's keyboard shows it. */
export const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
