import type { Document } from '@portal/contracts/documents'
import { changed, emptied, held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const documents = /\/api\/documents(?:\?|$)/
const pending = /\/api\/approvals\/pending$/
const notifications = /\/api\/notifications(?:\?|$)/
const toRead = /\/api\/acknowledgements/

/** Lists that are empty, on their way or lost, and a library of 200 with unusual titles. */
export function libraryStates(): ScreenAddress[] {
  return [
    { name: 'library-none', path: '/documents', before: emptied(documents) },
    { name: 'library-loading', path: '/documents', before: held(documents), isBusy: true },
    { name: 'library-failed', path: '/documents', before: refused(documents) },
    { name: 'library-long', path: '/documents?view=table', before: changed(documents, lengthened) },
    { name: 'library-long-cards', path: '/documents?view=cards', before: changed(documents, lengthened) },
    { name: 'approvals-none', path: '/approvals', before: emptied(pending) },
    { name: 'approvals-failed', path: '/approvals', before: refused(pending) },
    { name: 'to-read-none', path: '/to-read', before: emptied(toRead) },
    { name: 'notifications-none', path: '/notifications', before: emptied(notifications) },
    { name: 'notifications-failed', path: '/notifications', before: refused(notifications) },
  ]
}

const titles = [
  'Standard Operating Procedure for the Validation, Change Control and Periodic Review of Computerised Systems in Production',
  'سياسة الاحتفاظ بسجلات درجات الحرارة للمستحضرات المبردة في مستودعات التوزيع',
  'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselverwaltungsvorschrift',
]

function lengthened(all: Document[]): unknown {
  return Array.from({ length: 199 }, (_, at) => {
    const document = all[at % all.length]
    const id = `${String(at).padStart(8, '0')}${document?.id.slice(8)}`
    const title = at % 4 === 3 ? document?.title : titles[at % 4]
    return {
      ...document,
      id,
      title,
      customId: at % 5 === 0 ? `SOP-PRODUCTION-VALIDATION-${at}` : `DOC-${at}`,
    }
  })
}
