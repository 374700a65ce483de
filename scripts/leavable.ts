/** Nouns that a site can do without: nothing imports them but the two lists that `leave-out.ts` cuts. */
export const LEAVABLE = ['games', 'grammar', 'youth-mode', 'statements', 'telegram', 'report-watch']
