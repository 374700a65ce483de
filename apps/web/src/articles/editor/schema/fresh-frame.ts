let isFresh = false

/** The next block that is drawn is a new one: who may see it is asked at once. */
export function expectFrame(): void {
  isFresh = true
}

/** Whether a block is being put in just now. */
export const isExpected = (): boolean => isFresh

export function frameStands(): void {
  isFresh = false
}
