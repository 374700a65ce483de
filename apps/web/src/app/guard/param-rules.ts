const rules: Record<string, RegExp> = {
  tradeNo: /^[A-Za-z0-9]{6,62}$/,
  planId: /^\d{1,62}$/,
  type: /^\d{1,2}$/,
  articleId: /^\d+$/,
  ticketId: /^\d{1,15}$/,
  memberId: /^\d{1,15}$/,
}

/** Whether every known parameter of an address is well-formed. If not, the address leads to the 404 page. */
export function paramsAreValid(params: Record<string, string | undefined>): boolean {
  return Object.entries(params).every(([name, value]) => rules[name]?.test(value ?? '') ?? true)
}
