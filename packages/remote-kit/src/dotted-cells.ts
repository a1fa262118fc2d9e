/**
 * A passage's text for people: the cells of a table's row, between which the text has tabs, get a
 * dot between them.
 */
export function dottedCells(text: string): string {
  return text.replace(/ *\t */g, ' · ')
}
