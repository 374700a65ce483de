const PATHS = {
  computer: 'M5 5h10v7.5H5zM3 15.5h14',
  terminal: 'M3.5 4.5h13v11h-13zM6 8l2 2-2 2M10 12.3h3.5',
  phone: 'M6.5 3.5h7v13h-7zM9.2 14.3h1.6',
  browser: 'M3 4.5h14v11H3zM3 8h14M5.5 6.3h.1',
  page: 'M5.5 3.5h6l3 3v10h-9zM11.3 3.7v3h3M8 10.3h4M8 13h4',
  link: 'M8.5 11.5l3-3M9.5 6l1-1a3.2 3.2 0 0 1 4.5 4.5l-1.5 1.5M10.5 14l-1 1A3.2 3.2 0 0 1 5 10.5L6.5 9',
  bars: 'M3.5 16h13M5.5 13v-3M10 13V5M14.5 13V8',
  alert: 'M10 4l6.5 11.5h-13zM10 8.5v3M10 13.4v.1',
  plus: 'M10 4.5v11M4.5 10h11',
}
export type SiteIconName = keyof typeof PATHS

/** Icons of the home page; decoration only. */
export function SiteIcon({ name }: { name: SiteIconName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
