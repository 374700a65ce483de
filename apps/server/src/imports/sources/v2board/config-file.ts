/**
 * The settings in `config/v2board.php`: a PHP array of keys and plain values. Values that are lists are left out. Not executed, only read.
 */
export function readPhpConfig(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const line = /^\s*'([\w.]+)'\s*=>\s*(?:'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)|(true|false|null))\s*,?\s*$/gim
  for (const [, key, quoted, number, word] of text.matchAll(line)) {
    if (key === undefined || word?.toLowerCase() === 'null') continue
    found.set(key, quoted?.replace(/\\(['\\])/g, '$1') ?? number ?? (word?.toLowerCase() === 'true' ? '1' : '0'))
  }
  return found
}
