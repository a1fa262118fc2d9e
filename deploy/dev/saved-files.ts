import { watch } from 'node:fs'
import { join, relative } from 'node:path'

/** What is watched, below which root, and who hears of it. */
export interface SavedFilesOptions {
  readonly root: string
  /** Folders relative to the root, with everything below them. */
  readonly folders: readonly string[]
  /** Told the files that were saved within a moment, relative to the root. Tests are left out: no running part imports one. */
  readonly onSaved: (files: readonly string[]) => void
}

/** Editors write a file in several steps, and tools save many at once: what comes within this time is told together. */
const momentMs = 150

/** Watches until it is closed. */
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
