import { readFile } from 'node:fs/promises'
import { trackedFiles } from './tracked-files.ts'

const sources = /\.(tsx?|mjs|cjs)$/
const comment = /^\s*(\/\/|\/?\*)/
/** What cannot be wrapped. */
const unbreakable = /biome-ignore|https?:\/\//
const columnsMax = 100

/** Reports comment lines that are wider than a reader's column. */
export async function checkCommentWidth(): Promise<readonly string[]> {
  const files = trackedFiles().filter((file) => sources.test(file))
  const problems = await Promise.all(
    files.map(async (file) => wideComments({ file, text: await readFile(file, 'utf8') })),
  )
  return problems.flat()
}

/** The comment lines of a source file over 100 columns, one message each. */
export function wideComments({ file, text }: { readonly file: string; readonly text: string }): string[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.length <= columnsMax || !comment.test(line) || unbreakable.test(line)) return []
    return [`${file}:${at + 1} has a comment of ${line.length} columns: wrap it at ${columnsMax}`]
  })
}
