import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { mayComment, openableVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { areChangesRequested } from '../versions/version-state.ts'
import { compareOffThread, type ReadVersion } from './compare-off-thread.ts'
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
  const compared = await compareOffThread(ctx, { before: readVersionOf(before), after: readVersionOf(after) })
  const { summary } = compared
  const presenter = new RowPresenter(compared.reader, compared)
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
  const textBytes = sql<number | null>`octet_length(${versionTexts.text})`
  const rows = await ctx.tx((db) =>
    db
      .select({
        ...{ document: documents, version: versions, textBytes },
        ...{ mayComment: mayComment(ctx), areChangesRequested: areChangesRequested() },
        isActive: sql<boolean>`${documents.currentVersionId} is not distinct from ${versions.id}`,
      })
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
  return { before, after }
}

export type LoadedVersion = Awaited<ReturnType<typeof loadPair>>['before']

function readVersionOf({ version, textBytes }: LoadedVersion): ReadVersion {
  const { id, fileType } = version
  if (textBytes !== null) return { id, fileType, textBytes }
  const name = `Version ${version.number}`
  throw new CodedError(
    'conflict',
    version.ingestionState === 'failed'
      ? `${name} cannot be compared, because its file could not be read.`
      : `${name} is still being read. It can be compared in a moment.`,
  )
}
