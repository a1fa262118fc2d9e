/** The address of the store that a command names: a folder, or as `openBlobStore` takes it. */
export function storeUrl(word: string | undefined, usage: string): string {
  if (word === undefined) throw new Error(`Say where: ${usage}`)
  return /^(file:|s3(\+https)?:\/\/)/.test(word) ? word : `file:${word}`
}
