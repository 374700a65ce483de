/** Name of the modifier key for shortcuts, as on this computer. */
export const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
