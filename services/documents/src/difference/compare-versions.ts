import { type ComparedVersion, differenceRowsMax } from '@portal/contracts/difference'
import type { documentsApi } from '@portal/contracts/documents'
import type { Verb } from '../ports.ts'
import { comparePair, type LoadedVersion } from './compare-pair.ts'

export const compareVersions: Verb<typeof documentsApi.compareVersions> = async (ctx, { params, query }) => {
  const ids = { documentId: params.id, before: query.with, after: params.versionId }
  const { before, after, summary, sections, presenter } = await comparePair(ctx, ids)
  const { cursor = 0, limit = differenceRowsMax, whole = false } = query
  return {
    documentId: after.document.id,
    title: after.document.title,
    customId: after.document.customId,
    before: presentVersion(before),
    after: presentVersion(after),
    summary,
    sections: cursor > 0 ? [] : sections,
    ...presenter.part({ cursor, limit, isWhole: whole }),
  }
}

function presentVersion({ version, isActive, mayComment }: LoadedVersion): ComparedVersion {
  return {
    id: version.id,
    version: version.number,
    title: version.title,
    status: version.status,
    isCurrent: isActive,
    fileName: version.fileName,
    createdAt: version.createdAt.toISOString(),
    mayComment,
  }
}
