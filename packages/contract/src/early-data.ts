/** Splits a WebSocket path in Xray's form, "/live?ed=2048", into the path and the most bytes sent with the request (0: none). */
export function splitEarlyData(xrayPath: string): { path: string; earlyData: number } {
  const [path = '', ...rest] = xrayPath.split('?')
  const pairs = rest.length === 0 ? [] : rest.join('?').split('&')
  const others = pairs.filter((pair) => !pair.startsWith('ed='))
  const given = pairs.find((pair) => pair.startsWith('ed='))?.slice(3) ?? ''
  return {
    path: others.length > 0 ? `${path}?${others.join('&')}` : path,
    earlyData: /^\d{1,5}$/.test(given) ? Number(given) : 0,
  }
}
