let ask: () => Promise<boolean> = async () => false
let asking: Promise<boolean> | null = null

/** Sets the dialog that asks for a proof of identity; true: it was given. */
export function onConfirmNeeded(how: () => Promise<boolean>): void {
  ask = how
}

/** Asks once for all calls that need it at the moment. */
export function confirmItIsYou(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = null))
  return asking
}
