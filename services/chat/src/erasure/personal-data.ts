import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { eq } from 'drizzle-orm'
import { deleteSomeConversations } from '../conversations/delete-conversations.ts'
import type { ChatPorts } from '../ports.ts'
import { conversations } from '../schema.ts'
import { answerStreams } from '../stored-streams/answer-streams-schema.ts'

const batchMax = 500

const ofPerson = (userId: string) => eq(conversations.personId, userId)

/** An erased person's questions, with their answers, ratings and what was sent to owners. */
export const personalData: PersonalData<ChatPorts> = {
  rows: [
    personalRows(answerStreams, { as: 'tenant', of: (id) => eq(answerStreams.personId, id) }),
    {
      ...personalRows(conversations, { as: 'tenant', of: ofPerson }),
      erase: async ({ db, emit, organizationId, userId }) => {
        if (organizationId === null) return false
        const rows = await db
          .select({ id: conversations.id })
          .from(conversations)
          .where(own(conversations, { organizationId }, ofPerson(userId)))
          .orderBy(conversations.id)
          .limit(batchMax)
          .for('update')
        const ids = rows.map(({ id }) => id)
        const deleted = await deleteSomeConversations({ db, emit, organizationId }, ids)
        return deleted < ids.length || ids.length === batchMax
      },
    },
  ],
  published: { type: chatEvents.questionAnswered.type, values: { question: '' } },
}
