const tokens = /<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>|([^<]+|<)/gi
const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }))

/** The rows of an HTML table as lines, cells separated by tabs (nested tables by spaces). */
export function tableRows(html: string): string {
  let depth = 0
  let text = ''
  for (const [, slash, name = '', , words] of html.matchAll(tokens)) {
    const tag = name.toLowerCase()
    if (words !== undefined) text += decoded(words).replace(/\s+/gu, ' ')
    else if (tag === 'table') depth += slash === '' ? 1 : -1
    else if (tag === 'td' || tag === 'th') text += slash === '/' ? '' : depth > 1 ? ' ' : '\t'
    else if (tag === 'tr') text += slash === '' && depth <= 1 ? '\n' : ' '
    else text += ' '
  }
  return text
    .split('\n')
    .map((row) =>
      row
        .split('\t')
        .slice(1)
        .map((cell) => cell.replace(/ +/g, ' ').trim())
        .join('\t'),
    )
    .filter((row) => row.trim() !== '')
    .join('\n')
}

function decoded(text: string): string {
  return text.replace(/&(#?\w{1,10});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : whole
  })
}
