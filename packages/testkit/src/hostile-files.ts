import { hostileArchives } from './files/hostile-archives.ts'
import type { HostileFile } from './files/hostile-file.ts'
import { hostilePdfFiles } from './files/hostile-pdf-files.ts'
import { hostileTextFiles } from './files/hostile-text-files.ts'
import { hostileWordFiles } from './files/hostile-word-files.ts'

/**
 * Every hostile file of the suite (reliability.md, "Hostile inputs"), built on demand in about a
 * second; none is stored. Gate, parser and upload route are tested against the outcomes.
 */
export const hostileFiles: readonly HostileFile[] = [
  ...hostileTextFiles,
  ...hostileArchives,
  ...hostileWordFiles,
  ...hostilePdfFiles,
]
