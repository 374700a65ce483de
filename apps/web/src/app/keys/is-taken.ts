/** The key belongs to a field, a list of choices, a dialog, the browser or an input method. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (document.querySelector('[aria-modal="true"]')) return true
  const { target } = event
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]') !== null
}
