/** A run of words; strong ones are what people look for: periods, dates, times and amounts. */
export interface Emphasis {
  readonly key: string
  readonly text: string
  readonly isStrong: boolean
}

const amount = '\\d(?:[\\d.,]*\\d)?'
const count = `(?:${amount}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety)`
const units =
  '(?:(?:business|working|calendar|consecutive|full)\\s+)?(?:minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|characters?|persons?|people|employees?|km|kilometres?|miles?|°C|percent|per cent|points?)'
const currency = '(?:EUR|USD|GBP|NOK|SEK|DKK|CHF|euros?|dollars?|pounds?|kroner)'
const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'

const patterns = [
  `[€$£]\\s?${amount}(?:\\s(?:million|thousand))?`,
  `${currency}\\s${amount}(?:\\s(?:million|thousand))?`,
  `${amount}\\s(?:(?:million|thousand)\\s)?${currency}`,
  `${amount}\\s?%`,
  `\\d{1,2}\\s${month}(?:\\s\\d{4})?`,
  `${month}\\s\\d{1,2}(?:,\\s\\d{4})?`,
  `\\d{4}-\\d{2}-\\d{2}`,
  `\\d{1,2}:\\d{2}`,
  `${count}[\\s-]${units}`,
]
const worthSeeing = new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu')

/** Cuts a text so that numbers with their units, dates and amounts can be emphasised; lossless. */
export function emphasised(text: string): Emphasis[] {
  return text.split(worthSeeing).flatMap((piece, at) => {
    if (piece === '') return []
    return [{ key: `${at}`, text: piece, isStrong: at % 2 === 1 }]
  })
}
