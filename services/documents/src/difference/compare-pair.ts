import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, eq, inArray } from 'drizzle-orm'
import { mayComment, openableVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { compareOffThread } from './compare-off-thread.ts'
import { RowPresenter } from './present-rows.ts'

export interface PairIds {
  readonly documentId: string
  /** The older version. */
  readonly before: string
  readonly after: string
}

/**
 * Compares two versions, both of which must be the person's to open; else 404, whichever of them is
 * not.
 */
export async function comparePair(ctx: Context, ids: PairIds) {
  const { before, after } = await loadPair(ctx, ids)
  const { organizationId } = ctx
  const compared = await compareOffThread({ organizationId, before: textOf(before), after: textOf(after) })
  const { summary } = compared
  const presenter = new RowPresenter(compared.reader, { before: before.text, after: after.text })
  const sections = compared.sections.map(({ heading, row, changes }) => ({
    title: presenter.headingOf(heading),
    index: row,
    changes,
  }))
  return { before, after, summary, sections, presenter, reader: compared.reader }
}

/** Two versions with their difference. */
export type ComparedPair = Awaited<ReturnType<typeof comparePair>>

async function loadPair(ctx: Context, ids: PairIds) {
  const rows = await ctx.tx((db) =>
    db
      .select({ document: documents, version: versions, text: versionTexts, mayComment: mayComment(ctx) })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .leftJoin(versionTexts, own(versionTexts, versions, eq(versionTexts.versionId, versions.id)))
      .where(
        and(
          openableVersions(ctx),
          eq(documents.id, ids.documentId),
          inArray(versions.id, [ids.before, ids.after]),
        ),
      ),
  )
  const find = (id: string) => rowOrNotFound(rows.find(({ version }) => version.id === id))
  const [before, after] = [find(ids.before), find(ids.after)]
  return { before: withText(before), after: withText(after) }
}

export type LoadedVersion = Awaited<ReturnType<typeof loadPair>>['before']

function withText<Loaded extends { version: typeof versions.$inferSelect; text: unknown }>(loaded: Loaded) {
  const { version, text } = loaded
  if (text !== null) return { ...loaded, text: text as NonNullable<Loaded['text']> }
  const name = `Version ${version.number}`
  throw new CodedError(
    'conflict',
    version.ingestionState === 'failed'
      ? `${name} cannot be compared, because its file could not be read.`
      : `${name} is still being read. It can be compared in a moment.`,
  )
}

function textOf({ text, version }: LoadedVersion) {
  const headings = text.sections.map(({ start, level }) => ({ start, level }))
  return { text: text.text, headings, type: version.fileType }
}
