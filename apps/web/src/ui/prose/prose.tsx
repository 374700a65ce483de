import './prose.css'

/** The body of an article. The server has cleaned the HTML; nothing else may be given here. */
export function Prose({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- cleaned on the server when it was written
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
