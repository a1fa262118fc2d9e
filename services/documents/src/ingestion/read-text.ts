import { hash } from 'node:crypto'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import {
  DocumentParseError,
  type ParsedBlock,
  type ParsedDocument,
} from '@portal/service-kit/ports/document-parser'
import { asc, desc, eq, or, sql } from 'drizzle-orm'
import { versionOf } from '../joins.ts'
import type { ReadingPorts } from '../ports.ts'
import { passages, versions, versionTexts } from '../schema.ts'
import { assembleText } from '../text/assemble-text.ts'
import { splitPassages } from '../text/passages.ts'

/** The text of a file with its parts, as it is stored. */
export type ReadText = Pick<typeof versionTexts.$inferSelect, 'text' | 'sections' | 'pages' | 'parser'> & {
  readonly unreadPages: readonly number[]
  readonly passages: readonly Pick<
    typeof passages.$inferSelect,
    'start' | 'end' | 'headingPath' | 'page' | 'text' | 'contentHash'
  >[]
}

/** Between what is hashed together: no text has it. */
const unitSeparator = '\u001f'

/** The text of what a parser read. Throws DocumentParseError if that is none. */
export function textOf({ blocks, parser, unreadPages = [] }: ParsedDocument): ReadText {
  // Of a file of headings alone, they are the text.
  const read = cutText(blocks) ?? cutText(blocks.map(asParagraph))
  if (!read)
    throw new DocumentParseError(
      'no_text',
      'No text was found in this file. If it is a scan, upload a version with a text layer.',
    )
  const { text, headings, pages, cut } = read
  const passages = cut.map(({ start, end, page = null, headingPath }) => {
    const said = text.slice(start, end)
    // The same words below other headings are encoded otherwise; until 2026-11 they were not.
    const contentHash = hash('sha256', [...headingPath, said].join(unitSeparator))
    return { start, end, page, headingPath: [...headingPath], text: said, contentHash }
  })
  return { text, sections: [...headings], pages: [...pages], parser, unreadPages, passages }
}

/** Null without a passage. */
function cutText(blocks: ParsedDocument['blocks']) {
  const assembled = assembleText(blocks)
  const cut = splitPassages(assembled)
  return cut.length === 0 ? null : { ...assembled, cut }
}

function asParagraph({ level: _, ...block }: ParsedBlock): ParsedBlock {
  return { ...block, kind: 'paragraph' }
}

/** A file by its content. */
interface SameFile {
  readonly id: string
  readonly sha256: string
  readonly fileType: string
}

/** So many versions of the same file are looked at. */
const sameMax = 20

/**
 * The text that the organization has of the same file: the version's own, which never changes, else
 * another version's that was read as a whole, and by no earlier parser. Identical content is not
 * parsed twice.
 */
export async function loadSameText(
  db: TransactionHandle,
  { organizationId, ports }: { readonly organizationId: number; readonly ports: ReadingPorts },
  { id, sha256, fileType }: SameFile,
): Promise<ReadText | null> {
  const { versionId, text, sections, pages, parser } = versionTexts
  const same = await db
    .select({ versionId, parser, unreadPages: versions.unreadPages })
    .from(versionTexts)
    .innerJoin(versions, versionOf(versionTexts))
    .where(
      own(
        versions,
        { organizationId },
        eq(versions.sha256, sha256),
        sql`${versions.fileType} = ${fileType}`,
        or(eq(versions.id, id), sql`cardinality(${versions.unreadPages}) = 0`),
      ),
    )
    .orderBy(sql`${versions.id} = ${id} desc`, desc(versions.id))
    .limit(sameMax)
  const chosen = same.find((each) => each.versionId === id || !ports.parser.isEarlier(each.parser))
  if (!chosen) return null
  const ofChosen = own(versionTexts, { organizationId }, eq(versionId, chosen.versionId))
  const [known] = await db.select({ text, sections, pages, parser }).from(versionTexts).where(ofChosen)
  const { start, end, headingPath, page, contentHash, ordinal } = passages
  const rows = await db
    .select({ start, end, headingPath, page, text: passages.text, contentHash })
    .from(passages)
    .where(own(passages, { organizationId }, eq(passages.versionId, chosen.versionId)))
    .orderBy(asc(ordinal))
  // A version that is being purged may have lost its passages already.
  return known && rows.length > 0 ? { ...known, unreadPages: chosen.unreadPages, passages: rows } : null
}
