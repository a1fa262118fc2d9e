import type { documentsApi } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { and, eq } from 'drizzle-orm'
import { mayComment, openableVersions } from '../access/visible-versions.ts'
import { departmentOfDocument, documentOfVersion, versionOf } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { departments, documents, versions, versionTexts } from '../schema.ts'
import { ofShortText, sendLongText } from './long-text.ts'
import { areChangesRequested } from './version-state.ts'

export const readVersionText: Verb<typeof documentsApi.readVersionText> = async (ctx, { params }) => {
  const [row] = await ctx.tx((db) =>
    db
      .select({
        document: documents,
        version: versions,
        text: { ...ofShortText, pages: versionTexts.pages, parser: versionTexts.parser },
        departmentName: departments.name,
        areChangesRequested: areChangesRequested(),
        mayComment: mayComment(ctx),
      })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .innerJoin(documents, documentOfVersion)
      .leftJoin(departments, departmentOfDocument)
      .where(and(openableVersions(ctx), eq(documents.id, params.id), eq(versions.id, params.versionId))),
  )
  const { document, version, text, departmentName, ...more } = rowOrNotFound(row)
  const facts = {
    documentId: document.id,
    versionId: version.id,
    version: version.number,
    title: document.title,
    customId: document.customId,
    departmentName,
    status: version.status,
    ...more,
    fileName: version.fileName,
    fileType: version.fileType,
    isCurrent: document.currentVersionId === version.id,
    approvedAt: version.approvedAt?.toISOString() ?? null,
    supersededAt: version.supersededAt?.toISOString() ?? null,
    text: text.text ?? '',
    sections: text.sections ?? [],
    pages: text.pages,
    parser: text.parser,
    unreadPages: version.unreadPages,
  }
  return text.text === null ? sendLongText(ctx, facts) : facts
}
