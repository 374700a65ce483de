/** Pages of members that do without the component library and the texts of the member area, or load them for the parts that need them. */
export function isPlainPage(pathname: string | undefined): boolean {
  return pathname === '/dashboard'
}
