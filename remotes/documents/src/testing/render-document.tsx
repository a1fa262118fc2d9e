import type { Document } from '@portal/contracts/documents'
import type { VersionText } from '@portal/contracts/versions'
import { type RenderedScreen, renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { Screen } from '../routes/document.tsx'
import { fixedDepartments, fixedDocument } from './fixed-documents.ts'

const paragraphs = [
  'Gifts Policy',
  'Purpose',
  'This policy says which gifts employees may accept.',
  'Limits',
  'Role\tLimit\nManager\tEUR 100',
  '• never cash\n• never twice a year',
  'Every gift is registered within 5 days. Registered gifts are reviewed.',
]

/** The text of the fixed document's first version. */
export const giftsText = paragraphs.join('\n\n')

/** A document with a DOCX, so that its page shows the text. */
export const gifts: Document = fixedDocument(1, {
  title: 'Gifts Policy',
  customId: 'GFT-1',
  departmentId: 1,
  departmentName: 'Legal & Compliance',
  fileName: 'gifts.docx',
  fileType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
})

/** The text of the current version, with its headings. */
export const giftsVersion: VersionText = {
  documentId: gifts.id,
  versionId: gifts.currentVersion?.id ?? '',
  version: 1,
  title: gifts.title,
  customId: gifts.customId,
  departmentName: gifts.departmentName,
  isCurrent: true,
  status: 'approved',
  fileName: gifts.fileName,
  fileType: gifts.fileType,
  approvedAt: '2026-01-14T10:20:00.000Z',
  supersededAt: null,
  text: giftsText,
  sections: ['Gifts Policy', 'Purpose', 'Limits'].map((title, at) => ({
    level: at === 0 ? 1 : 2,
    title,
    start: giftsText.indexOf(title),
    page: null,
  })),
  pages: [],
}

export interface DocumentSetup extends ScreenSetup {
  readonly document?: Document
  /** Texts that the server has, by version; by default the current one's. */
  readonly versions?: readonly VersionText[]
  /** The search of the address. */
  readonly search?: string
}

/** The path of a version's text or file. */
export function versionPath(version: Pick<VersionText, 'documentId' | 'versionId'>, part: 'text' | 'file') {
  return `GET /api/documents/${version.documentId}/versions/${version.versionId}/${part}`
}

/** Renders a document's page. */
export function renderDocument(setup: DocumentSetup = {}): RenderedScreen {
  const { document = gifts, versions = [giftsVersion], search = '', ...rest } = setup
  return renderScreen(Screen, {
    path: `/documents/${document.id}${search}`,
    params: { id: document.id },
    ...rest,
    responses: {
      [`GET /api/documents/${document.id}`]: () => Response.json(document),
      'GET /api/departments': () => Response.json(fixedDepartments),
      'GET /api/acknowledgements/pending': () => Response.json([]),
      'GET /api/acknowledgements/campaigns': () => Response.json([]),
      [`GET /api/chat/documents/${document.id}/citations`]: () => Response.json({ answers: 0, weeks: [] }),
      ...Object.fromEntries(versions.map((one) => [versionPath(one, 'text'), () => Response.json(one)])),
      ...rest.responses,
    },
  })
}
