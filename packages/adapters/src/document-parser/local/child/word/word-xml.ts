import { SaxesParser } from 'saxes'

/** An attribute's value by its local name ("val" of `w:val`). */
export type Attribute = (name: string) => string | undefined

/** Receives a part's elements by their usual names ("w:p"), whatever prefixes the file declares. */
export interface XmlReader {
  /** False skips the element and all that it contains. */
  open(name: string, attribute: Attribute): boolean
  close?(name: string): void
  text?(text: string): void
}

/** The usual prefix of each namespace, in the transitional and the strict form (ISO/IEC 29500). */
const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w:'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w:'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm:'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm:'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a:'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a:'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm:'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm:'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc:'],
])

/**
 * Reads a part of a Word file without building a tree of it. Throws for XML that is not
 * well-formed; entities other than XML's own are unknown.
 */
export function readXml(xml: string, reader: XmlReader): void {
  const parser = new SaxesParser()
  const prefixes = new Map<string, string>()
  const path: string[] = []
  let skipped = 0
  const text = (value: string) => {
    if (skipped === 0) reader.text?.(value)
  }
  parser.on('opentag', ({ name, attributes }) => {
    for (const key in attributes)
      if (key.startsWith('xmlns')) prefixes.set(key.slice('xmlns:'.length), attributes[key] ?? '')
    const usual = usualName(name, prefixes)
    if (skipped === 0 && reader.open(usual, (local) => attributeOf(attributes, local))) path.push(usual)
    else skipped++
  })
  parser.on('closetag', () => {
    if (skipped > 0) skipped--
    else reader.close?.(path.pop() ?? '')
  })
  parser.on('text', text)
  parser.on('cdata', text)
  parser.write(xml).close()
}

function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':')
  const usual = usualPrefixes.get(prefixes.get(name.slice(0, Math.max(0, colon))) ?? '')
  return usual === undefined ? name : usual + name.slice(colon + 1)
}

function attributeOf(attributes: Readonly<Record<string, string>>, local: string): string | undefined {
  const usual = attributes[`w:${local}`]
  if (usual !== undefined) return usual
  const key = Object.keys(attributes).find((name) => name === local || name.endsWith(`:${local}`))
  return key === undefined ? undefined : attributes[key]
}

/** The value of an element that is on unless it says otherwise (`<w:b/>`, `<w:b w:val="0"/>`). */
export function isOn(attribute: Attribute): boolean {
  return !/^(?:0|false|off|none)$/.test(attribute('val') ?? '')
}
