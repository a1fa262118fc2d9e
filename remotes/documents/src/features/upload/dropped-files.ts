/** Files that systems put into folders by themselves. */
const unseen = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i

/**
 * The files of a drop, those in folders and folders below included. The entries must be taken
 * before the first wait: a browser empties the drop then.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files]
  const found = await Promise.all(entries.map(filesBelow))
  return found.flat()
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [file]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: File[] = []
  // A browser hands out a folder in parts, the last of them empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return found
    const seen = part.filter(({ name }) => !unseen.test(name))
    found.push(...(await Promise.all(seen.map(filesBelow))).flat())
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
