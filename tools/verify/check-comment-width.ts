import { fileCheck, type Source } from './source-files.ts'

const comment = /^\s*(\/\/|\/?\*)/
/** What cannot be wrapped. */
const unbreakable = /biome-ignore|https?:\/\//
const columnsMax = 100

export const checkCommentWidth = fileCheck('width of comments', { files: /\.(tsx?|mjs|cjs)$/ }, wideComments)

/** The comment lines of a source file over 100 columns, one message each. */
export function wideComments({ file, text }: Source): string[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.length <= columnsMax || !comment.test(line) || unbreakable.test(line)) return []
    return [`${file}:${at + 1} has a comment of ${line.length} columns: wrap it at ${columnsMax}`]
  })
}
