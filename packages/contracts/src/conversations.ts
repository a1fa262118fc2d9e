import { z } from 'zod'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'
import { visibleName } from './visible-name.ts'

/**
 * A conversation as its owner sees it; its title comes from the first question until they rename
 * it. `found` is what a search found in its messages: words around the first match.
 */
export const Conversation = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  createdAt: z.iso.datetime(),
  found: z.string().optional(),
})
export type Conversation = z.infer<typeof Conversation>

/** Longest title, in characters. */
export const conversationTitleMax = 200
/** Longest text to search for, in characters. */
export const conversationSearchMax = 200
const searchTooLong = `Search text must be at most ${conversationSearchMax} characters.`

/** What a person may change of a conversation of theirs. */
export const ConversationChange = z.object({
  title: visibleName({ label: 'Title', min: 1, max: conversationTitleMax }),
})

const ConversationPath = z.object({ id: z.uuid() })

/** Routes for the list of one's own conversations, served by chat. */
export const conversationsApi = {
  listConversations: route('GET', '/api/conversations', {
    can: 'conversation:read',
    summary: "The asker's own conversations, newest first; with `q` those that have all of its words",
    query: listQuery(z.uuid()).extend({
      q: z.string().trim().max(conversationSearchMax, searchTooLong).optional(),
    }),
    returns: z.array(Conversation),
    limit: 'search',
    limitWith: 'q',
  }),
  renameConversation: route('PATCH', '/api/conversations/{id}', {
    can: 'conversation:rename',
    summary: 'Give one of the own conversations another title',
    params: ConversationPath,
    body: ConversationChange,
    returns: Conversation,
  }),
  deleteConversation: route('DELETE', '/api/conversations/{id}', {
    can: 'conversation:delete',
    summary: 'Delete one of the own conversations with its questions and answers, for good',
    params: ConversationPath,
  }),
  exportConversation: route('GET', '/api/conversations/{id}/export', {
    can: 'conversation:read',
    summary: 'One of the own conversations with all citations, as a page that needs nothing but itself',
    params: ConversationPath,
    streams: ['text/html'],
  }),
} as const

const ofConversation = { conversationId: z.uuid(), userId: z.string() }

/** Events of conversations, for their owner's other windows and the audit trail; without texts. */
export const conversationsEvents = events('chat', {
  conversationRenamed: event('conversation.renamed', 1, ofConversation),
  conversationDeleted: event('conversation.deleted', 1, ofConversation),
})
