import { documentsEvents } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { eq, inArray } from 'drizzle-orm'
import { membersAmong } from '../members/follow-members.ts'
import { approvals } from '../schema.ts'
import { handOverWork } from './reassign-approvals.ts'

/**
 * Has others decide in the place of members who left while the document was deleted: what they
 * were to decide on it was left alone then (decision 40).
 */
export const reassignRestored = on(
  documentsEvents.documentRestored,
  async ({ db, enqueue, organizationId }, { data: { documentId } }) => {
    if (organizationId === null) return
    const of = { organizationId }
    const isOpen = inArray(approvals.status, ['waiting', 'pending'])
    const rows = await db
      .selectDistinct({ approverId: approvals.approverId, delegateId: approvals.delegateId })
      .from(approvals)
      .where(own(approvals, of, eq(approvals.documentId, documentId), isOpen))
    const asked = new Set(rows.flatMap((row) => [row.approverId, row.delegateId ?? row.approverId]))
    const present = await membersAmong(db, of, [...asked])
    for (const personId of [...asked].filter((id) => !present.has(id)))
      await enqueue(handOverWork, { subject: personId, payload: { personId } })
  },
)
