import type { ButtonHTMLAttributes } from 'react'

/** A button that looks like a link: it opens or narrows what is on the page. */
export function TextButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={`text-button ${className}`} {...rest} />
}
