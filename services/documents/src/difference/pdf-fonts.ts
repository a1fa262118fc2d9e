import { fileURLToPath } from 'node:url'

/**
 * Source Sans 3 (SIL Open Font License, which allows embedding) comes in a file per script. The
 * ranges are those of its package, the first that holds a character sets it.
 */
const scripts = [
  {
    name: 'latin',
    has: /[\t\n\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/u,
  },
  {
    name: 'latin-ext',
    has: /[\u0100-\u02ba\u1d00-\u1dbf\u1e00-\u1e9f\u1ef2-\u1eff\u20a0-\u20c4\u2113\u2c60-\u2c7f\ua720-\ua7ff]/u,
  },
  { name: 'greek', has: /[\u0370-\u03ff]/u },
  { name: 'greek-ext', has: /[\u1f00-\u1fff]/u },
  { name: 'cyrillic', has: /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u },
  { name: 'cyrillic-ext', has: /[\u0460-\u052f\u1c80-\u1c8a\u2de0-\u2dff\ua640-\ua69f]/u },
  { name: 'vietnamese', has: /[\u0300-\u0309\u0323\u0329\u1ea0-\u1ef9]/u },
] as const

const latin = import.meta.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff')
const fileOf = (script: string, weight: 400 | 600) =>
  fileURLToPath(new URL(`source-sans-3-${script}-${weight}-normal.woff`, latin))

/** The fonts by the name of their script, for pdfmake. */
export const pdfFonts = Object.fromEntries(
  scripts.map(({ name }) => [name, { normal: fileOf(name, 400), bold: fileOf(name, 600) }]),
)

/** A piece of text that one font can set. */
export interface FontRun {
  readonly text: string
  readonly font: string
}

/** Shown where no font has the character; the page that can be saved instead has them all. */
const unknown = '?'

/** Cuts a text into runs by font. Characters of other scripts are counted and replaced. */
export function fontRuns(text: string): { readonly runs: readonly FontRun[]; readonly unknown: number } {
  const runs: { text: string; font: string }[] = []
  let missing = 0
  for (const character of text) {
    const known = scripts.find(({ has }) => has.test(character))
    if (!known) missing += 1
    const font = known?.name ?? 'latin'
    const last = runs.at(-1)
    if (last?.font === font) last.text += known ? character : unknown
    else runs.push({ text: known ? character : unknown, font })
  }
  return { runs, unknown: missing }
}
