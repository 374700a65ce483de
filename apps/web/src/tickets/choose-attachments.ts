/** The server looks at the content, not at the name. */
const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,image/avif,application/pdf,application/zip,.zip,text/plain,.txt,.log'

/** Opens the system's dialog. */
export function chooseAttachments(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = ACCEPT
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]))
  input.click()
}
