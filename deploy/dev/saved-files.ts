import { watch } from 'node:fs'
import { join, relative } from 'node:path'

export interface SavedFilesOptions {
  readonly root: string
  /** Relative to the root, watched recursively. */
  readonly folders: readonly string[]
  /** Receives files saved together, relative to the root. Excludes tests: no part imports them. */
  readonly onSaved: (files: readonly string[]) => void
}

/** Debounce: editors write a file in several steps, and tools save many at once. */
const momentMs = 150

/** Watches until closed. */
export function watchSavedFiles({ root, folders, onSaved }: SavedFilesOptions): { close(): void } {
  const saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    const files = [...saved]
    saved.clear()
    onSaved(files)
  }
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name === null || !/\.(ts|sql|json|css|js)$/.test(name) || name.endsWith('.test.ts')) return
      saved.add(relative(root, join(root, folder, name)))
      clearTimeout(timer)
      timer = setTimeout(report, momentMs)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
