import type { FileFolder } from '@portico/contract/files-admin'

/** Folders from the top to this one; empty for the top folder or a deleted one. */
export function pathTo(folders: FileFolder[], id: number | null): FileFolder[] {
  const path: FileFolder[] = []
  for (let at = id; at !== null && path.length < folders.length;) {
    const folder = folders.find((one) => one.id === at)
    if (!folder) break
    path.unshift(folder)
    at = folder.parent_id
  }
  return path
}

/** Folders as `Outer / Inner`, sorted. `without`: leaves one out, with its content. */
export function folderChoices(folders: FileFolder[], without?: number): { value: string; label: string }[] {
  return folders
    .map((folder) => ({ folder, path: pathTo(folders, folder.id) }))
    .filter(({ path }) => !path.some(({ id }) => id === without))
    .map(({ folder, path }) => ({ value: String(folder.id), label: path.map(({ name }) => name).join(' / ') }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
