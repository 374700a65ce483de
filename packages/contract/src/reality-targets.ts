/**
 * Whether Xray warns that borrowing this site makes a block of the node more likely: too many nodes borrow it
 * (https://github.com/XTLS/Xray-core/pull/6508).
 */
export function isOftenBlocked(serverName: string): boolean {
  return /\.(?:ru|ir|cn)$|apple|icloud|microsoft/i.test(serverName.trim())
}
