import { hostileArchives } from './files/hostile-archives.ts'
import type { HostileFile } from './files/hostile-file.ts'
import { hostilePdfFiles } from './files/hostile-pdf-files.ts'
import { hostileTextFiles } from './files/hostile-text-files.ts'
import { hostileWordFiles } from './files/hostile-word-files.ts'

/**
 * Every hostile file of the suite (reliability.md, "Hostile inputs"), built in code when asked for: none is stored, and
 * making the bombs takes a second and little memory. Gate, parser and upload route are each held to the outcomes.
 */
export const hostileFiles: readonly HostileFile[] = [
  ...hostileTextFiles,
  ...hostileArchives,
  ...hostileWordFiles,
  ...hostilePdfFiles,
]
