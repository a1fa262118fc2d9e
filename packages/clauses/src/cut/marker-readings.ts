const counter = /^(\(?)(\d{1,3}|[a-zA-Z]|[ivxlcdm]{1,7}|[IVXLCDM]{1,7})([.)])$/
const clauseNumber = /^\d{1,3}(?:\.\d{1,3})+[.)]?$/

/** How a marker may be read: its style, which the items of a list share, and its number. */
export interface MarkerReading {
  readonly style: string
  /** Null for bullets, which do not count. */
  readonly ordinal: number | null
}

/** The readings of a marker, likelier ones first: "i." is the roman 1 or the ninth letter. */
export function markerReadings(marker: string): MarkerReading[] {
  if (clauseNumber.test(marker)) {
    const parts = marker.replace(/[.)]$/, '').split('.')
    return [{ style: `clause ${parts.length}`, ordinal: Number(parts.at(-1)) }]
  }
  const [, open = '', sign = '', close = ''] = counter.exec(marker) ?? []
  if (sign === '') return [{ style: marker, ordinal: null }]
  const style = (kind: string) => `${kind} ${open}${close}`
  if (/\d/.test(sign)) return [{ style: style('number'), ordinal: Number(sign) }]
  const letters = sign === sign.toLowerCase() ? 'letter' : 'LETTER'
  const romans = letters === 'letter' ? 'roman' : 'ROMAN'
  const readings: MarkerReading[] = []
  const roman = romanNumber(sign.toLowerCase())
  if (roman !== null) readings.push({ style: style(romans), ordinal: roman })
  if (sign.length === 1)
    readings.push({ style: style(letters), ordinal: sign.toLowerCase().charCodeAt(0) - 96 })
  // "c." and "d." are letters before they are hundreds.
  return roman !== null && roman < 50 ? readings : readings.toReversed()
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function romanNumber(sign: string): number | null {
  if (!/^[ivxlcdm]+$/.test(sign)) return null
  const values = [...sign].map((digit) => romanDigits[digit] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
