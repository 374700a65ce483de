import type { FileFolder } from '@portico/contract/files-admin'

/** The folders from the top to this one; none for the top folder, and for one that is gone. */
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

/** Every folder as `Outer / Inner`, by that text. `without`: leaves out this one and what it holds. */
export function folderChoices(folders: FileFolder[], without?: number): { value: string; label: string }[] {
  return folders
    .map((folder) => ({ folder, path: pathTo(folders, folder.id) }))
    .filter(({ path }) => !path.some(({ id }) => id === without))
    .map(({ folder, path }) => ({ value: String(folder.id), label: path.map(({ name }) => name).join(' / ') }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
