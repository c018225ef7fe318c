/** A dropped file with its path in what was dropped. */
export type DroppedFile = { readonly path: string; readonly file: File }

/** All files of a drop, those in folders too. Files of the operating system (`.DS_Store`) are left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }))
  const files = await Promise.all(entries.map(filesOf))
  return files.flat().filter(({ file }) => !file.name.startsWith('.'))
}

/** The files with a name of their own, and the paths of those that share one, which are all left out. */
export function byOwnName(dropList: readonly DroppedFile[]): { files: File[]; sameName: string[] } {
  const nameOf = ({ file }: DroppedFile) => file.name.normalize('NFC').toLowerCase()
  const counts = new Map<string, number>()
  for (const one of dropList) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1)
  const isAlone = (one: DroppedFile) => counts.get(nameOf(one)) === 1
  return {
    files: dropList.filter(isAlone).map(({ file }) => file),
    sameName: dropList.filter((one) => !isAlone(one)).map(({ path }) => path),
  }
}

async function filesOf(entry: FileSystemEntry): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const filesBelow: DroppedFile[] = []
  // A reader returns a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return filesBelow
    for (const one of some) filesBelow.push(...(await filesOf(one)))
  }
}
