/** The appearance of a browser that never chose one. */
export const USUAL_SETTINGS = {
  scheme: 'auto',
  theme: null,
  size: 'medium',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  supportPinyinSearch: true,
}
