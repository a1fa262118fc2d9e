const bullet = /^[•◦▪▫‣⁃●○■□–—*·-]$/u
const counter = /^\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcdm]{1,7}|[IVXLCDM]{1,7})[.)]$/
const clauseNumber = /^\d{1,3}(?:\.\d{1,3})+[.)]?$/

/** The marker of a list item or clause ("•", "a.", "(iv)", "12.1.3"), or null. */
export function listMarker(line: string): string | null {
  const [first = '', rest] = line.split(/\s+/, 2)
  if (rest === undefined && line !== first) return null
  return bullet.test(first) || counter.test(first) || clauseNumber.test(first) ? first : null
}

/** Depth of the number that a clause begins with: "12.1.3" is 3. Null without one. */
export function clauseDepth(line: string): number | null {
  const number = /^(\d{1,3}(?:\.\d{1,3})*)\.?\s+\S/.exec(line)?.[1]
  return number === undefined ? null : number.split('.').length
}

/** Whether a clause is part of another one by its number: "2.1 Address" of "2. Contact". */
export function isBelow(line: string, above: string): boolean {
  const [number, outer] = [line, above].map((each) => /^\d{1,3}(?:\.\d{1,3})*(?=[.)]?\s+\S)/.exec(each)?.[0])
  return number !== undefined && outer !== undefined && number.startsWith(`${outer}.`)
}
