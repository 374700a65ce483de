/**
 * Numbers by which nodes know members: accounts have lower ones, rows of devices these. Programs built for 32 bits read none above the last.
 */
export const FIRST_ROW = 2 ** 30
export const LAST_ROW = 2 ** 31 - 1
