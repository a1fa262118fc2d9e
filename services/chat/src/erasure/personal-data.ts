import { chatEvents } from '@portal/contracts/chat'
import { type PersonalData, personalRows } from '@portal/service-kit/erasure/personal-data'
import { eq } from 'drizzle-orm'
import { deleteConversations } from '../conversations/delete-conversations.ts'
import type { ChatPorts } from '../ports.ts'
import { conversations } from '../schema.ts'
import { answerStreams } from '../stored-streams/answer-streams-schema.ts'

const ofPerson = (userId: string) => eq(conversations.personId, userId)

/** An erased person's questions, with their answers, ratings and what was sent to owners. */
export const personalData: PersonalData<ChatPorts> = {
  rows: [
    personalRows(answerStreams, { as: 'tenant', of: (id) => eq(answerStreams.personId, id) }),
    {
      ...personalRows(conversations, { as: 'tenant', of: ofPerson }),
      erase: async ({ db, emit, organizationId, userId }) => {
        if (organizationId !== null) await deleteConversations({ db, emit, organizationId }, ofPerson(userId))
      },
    },
  ],
  published: { type: chatEvents.questionAnswered.type, values: { question: '' } },
}
