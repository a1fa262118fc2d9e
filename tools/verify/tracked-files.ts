import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Files that git tracks or would track, without deleted ones. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(file))
}
