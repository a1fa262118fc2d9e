import { analyticsApi } from '@portal/contracts/analytics'
import { chatApi } from '@portal/contracts/chat'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { defaultDepartments, teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'

/** One step on the way from a new organization to one that is at work. */
export interface FirstStep {
  readonly title: string
  readonly detail: string
  readonly act: string
  readonly to: string
  readonly isDone: boolean
}

/** More than there are samples, so that one's own are among them. */
const documentsRead = 10

const defaults = defaultDepartments.map(({ name }) => name).join('\n')

/** The steps with what the organization has done by itself, and the newest of its documents. */
interface FirstSteps {
  readonly steps: readonly FirstStep[]
  readonly documents: readonly Document[]
}

/** Null until it is known. */
export function useFirstSteps(isEnabled: boolean): FirstSteps | 'failed' | null {
  const departments = useRouteQuery(teamApi.listDepartments, { query: {} }, { isEnabled })
  const newest = { query: { limit: documentsRead } }
  const documents = useRouteQuery(documentsApi.listDocuments, newest, { isEnabled })
  const members = useRouteQuery(teamApi.listMembers, { query: {} }, { isEnabled })
  const invitations = useRouteQuery(teamApi.listInvitations, { query: {} }, { isEnabled })
  // Others' conversations are theirs alone; that there are questions is known of all.
  const seesFigures = useCan(analyticsApi.readStats)
  const mayAsk = useCan(chatApi.ask)
  const stats = useRouteQuery(analyticsApi.readStats, {}, { isEnabled: isEnabled && seesFigures })
  const conversations = useRouteQuery(chatApi.listConversations, { query: { limit: 5 } }, { isEnabled })
  if (!departments.data || !documents.data || !members.data || !invitations.data || !conversations.data) {
    const reads = [departments, documents, members, invitations, conversations]
    return reads.some(({ error }) => error) ? 'failed' : null
  }
  const steps = [
    {
      title: 'Departments',
      detail: 'Some are there already. Change them, and say who belongs to which.',
      act: 'Open Team',
      to: '/team',
      isDone:
        departments.data.map(({ name }) => name).join('\n') !== defaults ||
        members.data.some((member) => member.departments.length > 0),
    },
    {
      title: 'First policy',
      detail: 'Upload a PDF, DOCX or TXT. The assistant answers from it a moment later.',
      act: 'Upload a policy',
      to: '/documents?open=upload',
      isDone: documents.data.some(({ isSample }) => !isSample),
    },
    {
      title: 'First colleague',
      detail: 'Invite somebody by mail, or pass on the join link.',
      act: 'Invite a colleague',
      to: '/team?open=invitation',
      isDone: members.data.length > 1 || invitations.data.length > 0,
    },
  ]
  const question = {
    title: 'First question',
    detail: 'Ask what your people ask you, and look at the passage that answers.',
    act: 'Ask a question',
    to: '/chat',
    isDone: conversations.data.length > 0 || (stats.data?.totalQuestions ?? 0) > 0,
  }
  return { steps: mayAsk ? [...steps, question] : steps, documents: documents.data }
}
