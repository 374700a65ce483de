import type { SiteFinding } from '@portico/contract/issuers-admin'

/** Why a sign-in site fails, for the operator who tests it and for the log. */
export class SiteProblem extends Error {
  override name = 'SiteProblem'
  readonly finding: Exclude<SiteFinding, 'ready'>
  constructor(finding: Exclude<SiteFinding, 'ready'>, detail = '', cause?: unknown) {
    super(detail || finding, { cause })
    this.finding = finding
  }
}
