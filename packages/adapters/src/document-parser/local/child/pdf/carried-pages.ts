import { inflateRawSync } from 'node:zlib'
import type { ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { z } from 'zod'
import { parseError } from '../../../failure-messages.ts'
import { parsedLimits, unpackedBytesMax } from '../../protocol.ts'
import { pdfReaderName } from '../../reader-names.ts'
import { charactersOf, documentOf, type ReadPage } from './document-of.ts'
import type { FontLook } from './fonts.ts'
import type { OutlineEntry } from './outline.ts'
import { pdfiumName } from './pdfium.ts'

/** What was read of a part of a PDF. */
export interface CarriedPages {
  readonly pages: readonly ReadPage[]
  readonly fonts: readonly (readonly [string, FontLook])[]
  readonly outline: readonly OutlineEntry[]
}

// JSON has null for what is no finite number, as a broken page may have.
const Measure = z
  .number()
  .nullable()
  .transform((number) => number ?? Number.NaN)

const Segment = z.object({
  text: z.string(),
  page: z.number().int().min(1),
  x: Measure,
  y: Measure,
  right: Measure,
  size: Measure,
  font: z.string(),
  isRightToLeft: z.boolean().exactOptional(),
  column: z.number().int().exactOptional(),
})

const Page = z.object({
  number: z.number().int().min(1),
  segments: z.array(Segment),
  box: z.object({ left: Measure, bottom: Measure, right: Measure, top: Measure }),
  isUnread: z.boolean(),
  isPicture: z.boolean(),
})

const Look = z.object({ isFixedWidth: z.boolean(), isItalic: z.boolean(), isBold: z.boolean() })
const Entry = z.object({
  title: z.string(),
  level: z.number().int().min(1),
  page: z.number().int().min(1),
})

/** What another process, which its file may have taken over, says that it read. */
const Carried = z.object({
  pages: z.array(Page).max(parsedLimits.pagesMax),
  fonts: z.array(z.tuple([z.string(), Look])),
  outline: z.array(Entry),
})

/** Understands the pages of a PDF that several processes read: a line for each, in their order. */
export function readCarriedPages(content: Uint8Array): ParsedDocument {
  const parts = Buffer.from(content).toString('latin1').split('\n').map(unpacked)
  const pages = parts.flatMap((part) => part.pages)
  const characters = pages.reduce((sum, { segments }) => sum + charactersOf(segments), 0)
  if (characters > parsedLimits.charactersMax) throw parseError('too_large_inside')
  const fonts = new Map(parts.flatMap((part) => part.fonts))
  // Each part has the outline of the whole file.
  const facts = { fonts, outline: parts[0]?.outline ?? [] }
  return { ...documentOf(pages, facts), parser: pdfReaderName(pdfiumName) }
}

function unpacked(line: string): CarriedPages {
  const bytes = inflateRawSync(Buffer.from(line, 'base64'), { maxOutputLength: unpackedBytesMax })
  return Carried.parse(JSON.parse(bytes.toString('utf8')))
}
