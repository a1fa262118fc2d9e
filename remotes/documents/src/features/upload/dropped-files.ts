/** Files that systems put into folders by themselves. */
const unseen = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i

/** What a drop holds: files, and the names of those that the browser could not open. */
export interface DroppedFiles {
  readonly files: readonly File[]
  readonly unopened: readonly string[]
}

/**
 * The files of a drop, those in folders and folders below included. The entries must be taken
 * before the first wait: a browser empties the drop then.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<DroppedFiles> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some(({ isDirectory }) => isDirectory)) return { files: [...files], unopened: [] }
  const found = (await Promise.all(entries.map(filesBelow))).flat()
  return {
    files: found.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    unopened: found.filter((one) => typeof one === 'string'),
  }
}

/** Of what cannot be opened the name. */
async function filesBelow(entry: FileSystemEntry): Promise<(File | string)[]> {
  try {
    if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
    return isFolder(entry) ? await filesIn(entry) : []
  } catch {
    return [entry.name]
  }
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<(File | string)[]> {
  const reader = folder.createReader()
  const found: (File | string)[] = []
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
