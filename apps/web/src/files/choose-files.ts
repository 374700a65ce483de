/** Types the server accepts; it checks content, not names. */
export const ACCEPT_PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const ACCEPT_ALL = `${ACCEPT_PICTURES},application/pdf,application/zip,.zip`

/** Opens the system's dialog. */
export function chooseFiles(onFiles: (files: File[]) => void, { pictures = false, many = true } = {}): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = many
  input.accept = pictures ? ACCEPT_PICTURES : ACCEPT_ALL
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  input.click()
}
