const ligatures: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
}

/**
 * A text without what only its typesetting decides: amount and kind of white space, line ends after
 * hyphens, ligatures, the shape of quotation marks and dashes. Compatibility forms stay, because
 * "10²" is not "102".
 */
export function comparable(text: string): string {
  return text
    .replace(/([-\u2010-\u2015])\n\s*/g, '$1')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature] ?? ligature)
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

const innerHyphen = /(?<=\p{L})-(?=\p{Ll})/gu

/** Without hyphens between letters, which a parser may have taken for a broken line's. */
export function withoutHyphens(comparableText: string): string {
  return comparableText.replace(innerHyphen, '')
}
